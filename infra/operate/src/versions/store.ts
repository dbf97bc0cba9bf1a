import type { Client } from 'pg';

/** Returns the version of the Postgres server. */
export async function readPostgresVersion(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return rows[0]?.version ?? null;
}

/** Returns the versions of ffmpeg that workers have reported within a day, each once. */
export async function listFfmpegVersions(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    `select distinct report->>'ffmpegVersion' as version from workers
     where report is not null and seen_at > now() - interval '1 day' order by 1`,
  );
  return rows.map(({ version }) => version);
}
