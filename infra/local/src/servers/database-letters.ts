import { readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { Client } from 'pg';

/*
 * The search compares words by their letters, and the `lc_ctype` of a database defines what Postgres regards as a
 * letter. With `C`, which earlier versions used, that is only ASCII. It cannot be changed in place, so a start copies
 * such a database. The copy replaces the database in one transaction, so a start that was interrupted earlier begins
 * again, and one that was interrupted later has nothing left to do.
 */

export interface LettersOptions {
  /** Returns the address of a database on the server, as a user who may do anything. */
  url: (database: string) => string;
  /** The folder of the server's cluster. */
  clusterDir: string;
  databases: readonly string[];
  say: (line: string) => void;
  signal: AbortSignal;
}

/** Values of `lc_ctype` with the letters of all scripts; macOS has only the second. */
const WITH_LETTERS = ['C.UTF-8', 'en_US.UTF-8'];
/** Values without letters outside ASCII. */
const WITHOUT_LETTERS = /^(C|POSIX)$/;
/** Numbers of databases that are copies. Postgres itself counts up from 16384. */
const FIRST_OID = 4_294_900_000;
const MARGIN_BYTES = 256 * 1024 ** 2;
const SAY_AGAIN_MS = 10_000;

const nextOf = (name: string) => `${name}_with_letters`;
const beforeOf = (name: string) => `${name}_without_letters`;

/**
 * Copies each database whose `lc_ctype` has no letters into one that has them. The previous database is kept until the
 * next start. If copying is not possible, prints why and leaves the database unchanged. Rejects only if `signal` is
 * aborted.
 */
export async function addLetters(options: LettersOptions): Promise<void> {
  const { say, signal } = options;
  for (const name of options.databases)
    try {
      await addLettersTo(name, options);
    } catch (error) {
      signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      say(
        `The database ${name} was not copied (${why}). The site starts with it as it is: until a start can copy it, the search corrects only words in English letters.`,
      );
    }
}

/** Returns the `lc_ctype` for new databases; undefined if this system has none with the letters of all scripts. */
export async function findLetterType(client: Client): Promise<string | undefined> {
  for (const type of WITH_LETTERS) {
    await client.query('begin');
    try {
      await client.query(
        `create collation larksong_probe (provider = libc, lc_collate = 'C', lc_ctype = '${type}')`,
      );
      return type;
    } catch {
      // unknown to this system
    } finally {
      await client.query('rollback');
    }
  }
  return undefined;
}

async function addLettersTo(name: string, options: LettersOptions): Promise<void> {
  await using admin = await open(options, 'postgres');
  const { client } = admin;
  const found = await client.query<{ type: string; sizeBytes: string }>(
    `select datctype as type, pg_database_size(oid) as "sizeBytes" from pg_database where datname = $1`,
    [name],
  );
  const [present] = found.rows;
  if (present === undefined) return;
  await dropUnfinished(client, name);
  await removeRemains(client, options.clusterDir);
  if (!WITHOUT_LETTERS.test(present.type)) {
    await forgetBefore(client, name, options);
    return;
  }
  const type = await findLetterType(client);
  if (type === undefined) return;
  await assertRoom(Number(present.sizeBytes), options.clusterDir);
  try {
    await copy(client, { name, type, sizeBytes: Number(present.sizeBytes) }, options);
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // of the two renames
    await dropUnfinished(client, name).catch(() => undefined); // otherwise by the next start
    throw error;
  }
}

/** Deletes a copy that has not become the database. */
async function dropUnfinished(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${client.escapeIdentifier(nextOf(name))} with (force)`);
}

/**
 * Deletes the database that an earlier start has copied, if the present one is that copy, which its number shows, can be
 * opened and has tables.
 */
async function forgetBefore(client: Client, name: string, options: LettersOptions): Promise<void> {
  const before = beforeOf(name);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [before]);
  if (rowCount === 0) return;
  const copies = await client.query('select from pg_database where datname = $1 and oid >= $2', [
    name,
    FIRST_OID,
  ]);
  if (copies.rowCount === 0) {
    options.say(`The database ${before} is kept, since ${name} is not a copy of it.`);
    return;
  }
  await using present = await open(options, name);
  if ((await countRows(present.client)).size === 0) {
    options.say(`The database ${before} is kept, since ${name} has no tables.`);
    return;
  }
  await client.query(`drop database ${client.escapeIdentifier(before)} with (force)`);
  options.say(`Deleted the database ${before}, of which ${name} is a copy.`);
}

/**
 * Deletes the files of copies that ended with the server: Postgres forgets those of a database that was being created.
 * No database has their number, which is one of those that only copies get, and nothing else is using the server yet.
 */
async function removeRemains(client: Client, clusterDir: string): Promise<void> {
  const oids = await listCopies(client);
  const folder = join(clusterDir, 'base');
  for (const entry of await readdir(folder))
    if (/^\d+$/.test(entry) && Number(entry) >= FIRST_OID && !oids.includes(Number(entry)))
      await rm(join(folder, entry), { recursive: true });
}

async function listCopies(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ oid: number }>('select oid from pg_database where oid >= $1', [
    FIRST_OID,
  ]);
  return rows.map(({ oid }) => oid);
}

async function assertRoom(sizeBytes: number, folder: string): Promise<void> {
  const disk = await statfs(folder);
  const [free, needed] = [disk.bavail * disk.bsize, sizeBytes + MARGIN_BYTES];
  if (free >= needed) return;
  throw new Error(`that needs ${inMib(needed)} of free space in ${folder}, which has ${inMib(free)}`);
}

async function copy(
  client: Client,
  { name, type, sizeBytes }: { name: string; type: string; sizeBytes: number },
  options: LettersOptions,
): Promise<void> {
  const { say, signal } = options;
  const [present, next, before] = [name, nextOf(name), beforeOf(name)].map((each) =>
    client.escapeIdentifier(each),
  );
  const oid = Math.max(FIRST_OID - 1, ...(await listCopies(client))) + 1;
  say(`Copying the database ${name} (${inMib(sizeBytes)}), for a search in the letters of all scripts …`);
  await sayingAgain(name, say, () =>
    client.query(`create database ${next} template ${present} strategy file_copy oid ${oid}`),
  );
  signal.throwIfAborted();
  // A template must have the same lc_ctype, so it is changed afterwards, as pg_upgrade does. Only stored trigrams
  // depend on it, since comparison and lower case come from the provider.
  await client.query('update pg_database set datctype = $1 where oid = $2', [type, oid]);
  await finish(name, options);
  signal.throwIfAborted();
  await client.query('begin');
  await client.query(`alter database ${present} rename to ${before}`);
  await client.query(`alter database ${next} rename to ${present}`);
  await client.query('commit');
  say(`Copied the database ${name}. The one before, ${beforeOf(name)}, is deleted at the next start.`);
}

/** Rebuilds the indexes over trigrams in a copy; throws if its tables differ from those of the original. */
async function finish(name: string, options: LettersOptions): Promise<void> {
  await using original = await open(options, name);
  await using copied = await open(options, nextOf(name));
  const { rows } = await copied.client.query<{ index: string }>(`
    select distinct indexrelid::regclass::text as index from pg_index join pg_opclass on pg_opclass.oid = any (indclass)
    where opcname like '%trgm%'`);
  for (const { index } of rows) await copied.client.query(`reindex index ${index}`);
  const [expected, counted] = [await countRows(original.client), await countRows(copied.client)];
  const differing = [...expected].filter(([table, count]) => counted.get(table) !== count);
  if (differing.length > 0 || counted.size !== expected.size)
    throw new Error(
      `the copy has other rows in ${differing.map(([table]) => table).join(', ') || 'other tables'}`,
    );
  options.say(`Compared ${expected.size} tables of ${name} with the copy: each has as many rows as before.`);
}

/** Returns the number of rows of each table. */
async function countRows(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const counts = new Map<string, string>();
  for (const { name } of rows) {
    const counted = await client.query<{ count: string }>(`select count(*) as count from ${name}`);
    counts.set(name, counted.rows[0]?.count ?? '');
  }
  return counts;
}

/** Says every ten seconds that a copy is still being made. */
async function sayingAgain(
  name: string,
  say: (line: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    say(
      `Still copying the database ${name}, after ${Math.round((performance.now() - startedAt) / 1000)} s …`,
    );
  }, SAY_AGAIN_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** Connects for work that may take long. */
async function open({ url }: LettersOptions, database: string) {
  const client = new Client({ connectionString: url(database), connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined); // the next query rejects
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => undefined) };
}

function inMib(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MiB`;
}
