import { OBJECTS_LOCK } from '@larksong/service-kit';
import type { Client } from 'pg';

/** Begins a transaction that sees one moment of the database and changes nothing. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('select 1'); // the moment is that of the first statement
}

/** Keeps all objects of the database's rows until the connection ends. */
export async function holdObjects(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [OBJECTS_LOCK]);
}

/** Takes a lock of this site until the connection ends; returns false if another connection has it. */
export async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as locked',
    [name],
  );
  return rows[0]?.locked === true;
}

/** Returns the number of other connections to the database, without those of this command line. */
export async function countOthers(client: Client, own: number[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> all($1)`,
    [own],
  );
  return rows[0]?.count ?? 0;
}

/** Returns the id of the server's process for this connection. */
export async function findPid(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Returns the names of the migrations of a database in their order; empty for an empty database. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as found`,
  );
  if (rows[0]?.found !== true) return [];
  const done = await client.query<{ name: string }>('select name from public.kysely_migration order by name');
  return done.rows.map(({ name }) => name);
}

/** Returns the tables with the columns that can be copied: all but generated ones. */
export async function listTables(client: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

/** Returns pairs of tables in which the first refers to the second by a foreign key. */
export async function listReferences(client: Client): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select distinct f.relname as "from", t.relname as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and f.oid <> t.oid`);
  return rows;
}

/** Returns the last values of the sequences that were used. */
export async function listSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function setSequence(client: Client, name: string, value: string): Promise<void> {
  const sequence = `public.${client.escapeIdentifier(name)}`;
  await client.query('select setval($1::regclass, $2::bigint)', [sequence, value]);
}

/** Removes everything from the database. */
export async function emptyDatabase(client: Client): Promise<void> {
  // As Postgres makes it: the owner of the database owns it.
  await client.query('drop schema public cascade; create schema public authorization pg_database_owner');
  await client.query('grant usage on schema public to public');
}

/** Deletes the rows that migrations have added. */
export async function emptyTables(client: Client, tables: string[]): Promise<void> {
  if (tables.length > 0)
    await client.query(`truncate ${tables.map((table) => toTable(client, table)).join(', ')} cascade`);
}

/**
 * Counts the rows of all tables for the planner. Not those of Postgres itself: some belong to all databases, and stay
 * locked until the transaction ends.
 */
export async function analyzeTables(client: Client): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => toTable(client, name));
  if (tables.length > 0) await client.query(`analyze ${tables.join(', ')}`);
}

/** Switches the triggers of a table, since copied rows have their effects already. */
export async function setTriggers(client: Client, table: string, state: 'enable' | 'disable'): Promise<void> {
  await client.query(`alter table ${toTable(client, table)} ${state} trigger user`);
}

/** Returns the name of a table for a statement. */
export function toTable(client: Client, table: string): string {
  return `public.${client.escapeIdentifier(table)}`;
}

/**
 * Closes the page for the first start of a restored site that has a superadmin. Forgets the address and the folder that were
 * chosen on it: they belong to the machine of the backup.
 */
export async function closeSetup(client: Client): Promise<void> {
  await client.query(`
    update setup set public_url = null, storage_folder = null, finished_at = coalesce(
      finished_at, case when exists (select from users where role = 'superadmin') then now() end)`);
}

/** Lets the next start recognise its storage by the objects in it: the mark of a restored database is of another folder. */
export async function forgetMark(client: Client): Promise<void> {
  await client.query('update storage_mark set marked_at = null');
}
