import type { Client } from 'pg';

import type { LastEntry } from '../vault/manifest.ts';

export interface LastRestore {
  /** The name of the restored backup. */
  id: string;
  at: Date;
}

/** Returns the last entry of the audit log of a database; undefined if it has none. */
export async function findLastEntry(client: Client): Promise<LastEntry | undefined> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('public.audit_entries') is not null as found`,
  );
  if (tables[0]?.found !== true) return undefined; // of a version without the log
  const { rows } = await client.query<{ number: string; sha256: string }>(
    `select number, encode(hash, 'hex') as sha256 from audit_entries order by number desc limit 1`,
  );
  return rows[0] && { number: Number(rows[0].number), sha256: rows[0].sha256 };
}

/** Returns the hash of an entry; undefined if there is no entry with this number. */
export async function findEntryHash(client: Client, number: number): Promise<string | undefined> {
  const { rows } = await client.query<{ sha256: string }>(
    `select encode(hash, 'hex') as sha256 from audit_entries where number = $1`,
    [number],
  );
  return rows[0]?.sha256;
}

/** Returns the number of the oldest entry, or undefined if the log is empty. */
export async function findFirstNumber(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ number: string }>(
    'select number from audit_entries order by number limit 1',
  );
  return rows[0] && Number(rows[0].number);
}

/** Returns the last restore that auth's audit log records. */
export async function findLastRestore(auth: Client): Promise<LastRestore | undefined> {
  const { rows } = await auth.query<LastRestore>(
    `select subject_name as id, at from audit_entries where action = 'site.restore' order by number desc limit 1`,
  );
  return rows[0];
}
