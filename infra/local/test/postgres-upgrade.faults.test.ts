import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { withDatabaseAlone } from '../src/commands/database-alone.ts';
import { folderIdentityOf } from '../src/data-folder/data-folder.ts';
import { readSecrets } from '../src/data-folder/secrets.ts';
import { findServerUser } from '../src/host/system-user.ts';
import { freePort, loadStarterPack, startPostgres, startStack, uploadDemoVideo } from '../src/index.ts';
import { environmentOfRunningSite, operateEnvironment, runOperate } from '../src/processes/run-operate.ts';
import { installOlderPostgres } from '../src/servers/older-postgres.ts';

const OLD_MAJOR = 17;
const { signal } = new AbortController();

let folder: string;
let dataDir: string;
let port: number;
/** The rows of the site before anything was moved. */
let before: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-upgrade-'));
  dataDir = join(folder, 'data');
  port = await freePort();
  before = await withSite({ isNew: true });
  await moveBack();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the site, and returns the hashes of its content; a new one gets letters and a song. */
async function withSite(options: { isNew?: boolean; said?: string[] } = {}): Promise<Record<string, string>> {
  const say = (line: string) => options.said?.push(line);
  const stack = await startStack({ port, dataDir, host: '127.0.0.1', workers: 1, dieWithParent: true, say });
  try {
    if (options.isNew) await loadStarterPack({ dataDir, say, signal });
    if (options.isNew) await uploadDemoVideo(stack, { dataDir, say, signal });
    return await hashContent(await environmentOfRunningSite(dataDir));
  } finally {
    await stack.stop();
  }
}

/** The content that a start does not change, by database. */
const CONTENT = {
  auth: { users: 'table users', setup: 'table setup' },
  catalog: { videos: 'select id, title, created_at from videos' },
  game: { letters: 'table categories', cards: 'table items' },
};

/** Returns the number and the hash of the rows of each part of the content. */
async function hashContent(environment: Record<string, string>): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [database, queries] of Object.entries(CONTENT)) {
    const client = new Client({ connectionString: environment[`${database.toUpperCase()}_DATABASE_URL`] });
    await client.connect();
    try {
      for (const [name, query] of Object.entries(queries)) {
        const { rows } = await client.query<{ hash: string }>(
          `select count(*) || ' ' || md5(string_agg(t::text, ',' order by t::text)) as hash from (${query}) t`,
        );
        hashes[name] = rows[0]?.hash ?? '';
      }
    } finally {
      await client.end();
    }
  }
  return hashes;
}

/** Replaces the cluster of the stopped site by one of the older Postgres with the same content. */
async function moveBack(): Promise<void> {
  const backups = join(folder, 'backups');
  const operate = async (args: string[], environment: Record<string, string>) => {
    const { code, output } = await runOperate({ args, environment, signal, output: 'return' });
    expect(code, output).toBe(0);
  };
  await withDatabaseAlone(
    { port, dataDir, backupHour: undefined },
    { signal, access: 'write' },
    (environment) => operate(['backup', backups, '--objects', 'list'], environment),
  );
  await rm(join(dataDir, 'postgres'), { recursive: true });
  const user = await findServerUser();
  const binaries = await installOlderPostgres(OLD_MAJOR, { folder: join(folder, 'programs'), user, signal });
  const { postgresPassword: password } = readSecrets(dataDir);
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), password, binaries });
  for (const name of ['auth', 'catalog', 'game']) await postgres.createDatabase(name);
  await operate(
    ['restore', backups, '--databases'],
    operateEnvironment(dataDir, { databaseUrl: postgres.url, sitePort: port }),
  );
  await postgres.stop();
  expect(await readMajor()).toBe(String(OLD_MAJOR));
}

async function readMajor(): Promise<string> {
  return (await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim();
}

it('the content of a site is not empty', () => {
  expect(before['users']).toMatch(/^1 /);
  expect(before['videos']).toMatch(/^1 /);
  expect(before['letters']).toMatch(/^26 /);
});

it('a command for a stopped site does not touch the older database', async () => {
  const settings = { port, dataDir, backupHour: undefined };
  const work = withDatabaseAlone(settings, { signal, access: 'read' }, async () => undefined);
  await expect(work).rejects.toThrow('Run npm start once');
  expect(await readMajor()).toBe(String(OLD_MAJOR));
});

it('a move that is interrupted leaves the older database in place', async () => {
  const ending = new AbortController();
  const end = (line: string) => line.startsWith('The database was made by') && ending.abort();
  const start = startStack({ port, dataDir, workers: 1, say: end, signal: ending.signal });
  await expect(start).rejects.toThrow(/abort|stopped|nothing was changed/i);
  expect(await readMajor()).toBe(String(OLD_MAJOR));
});

it('a start moves the site to the present Postgres and keeps a restore point', async () => {
  // A move that was killed has left half a cluster.
  const next = join(dataDir, 'postgres.next');
  await cp(join(dataDir, 'postgres', 'PG_VERSION'), join(next, 'PG_VERSION'));
  await writeFile(`${next}.incomplete`, '');
  await writeFile(join(dataDir, 'postgres-move.json'), JSON.stringify({ next: folderIdentityOf(next) }));
  const said: string[] = [];
  expect(await withSite({ said })).toEqual(before);
  expect(await readMajor()).toBe('18');
  expect(said).toContain(`The database was made by Postgres ${OLD_MAJOR}. Moving it to Postgres 18 …`);
  const kept = await readdir(dataDir);
  expect(kept.filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  expect(await readdir(join(dataDir, 'restore-points', 'backups'))).toHaveLength(1);
});

it('a folder of somebody else with the name of the older cluster is left alone', async () => {
  const copy = join(dataDir, 'postgres.old');
  await cp(join(dataDir, 'postgres', 'PG_VERSION'), join(copy, 'PG_VERSION'));
  expect(await withSite()).toEqual(before);
  expect(await readdir(copy)).toEqual(['PG_VERSION']);
  await rm(copy, { recursive: true });
});

it('a move that was killed between its two renames is finished by the next start', async () => {
  const at = (name: string) => join(dataDir, name);
  await rename(at('postgres'), at('postgres.next'));
  await cp(at('secrets.json'), join(at('postgres.old'), 'PG_VERSION'));
  await writeFile(at('postgres-move.json'), JSON.stringify({ old: folderIdentityOf(at('postgres.old')) }));
  expect(await withSite()).toEqual(before);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
});
