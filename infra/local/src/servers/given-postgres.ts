import { setTimeout as pause } from 'node:timers/promises';

import { Client, DatabaseError } from 'pg';

import { codeOf, Problem } from '../host/problem.ts';
import { databaseOn, DATABASES, describeServer } from '../settings/server-addresses.ts';

/* A Postgres that Larksong does not start itself, such as Debian's, by the setting DATABASE_URL. */

const OLDEST_MAJOR = 15;
const CONNECT_MS = 5000;
/** Both may start at boot at the same time. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 500;

interface Server {
  url: string;
  user: string;
  where: string;
}

/**
 * Creates the databases that are missing, unless they must exist, and returns whether the site has been started with them
 * before. Throws a `Problem` that says what to do if the server cannot be used.
 */
export async function prepareDatabases(
  url: string,
  {
    patienceMs = PATIENCE_MS,
    signal,
    isExisting = false,
  }: { patienceMs?: number; signal?: AbortSignal | undefined; isExisting?: boolean } = {},
): Promise<{ isFilled: boolean }> {
  const server = { url, user: decodeURIComponent(new URL(url).username), where: describeServer(url) };
  const deadline = performance.now() + patienceMs;
  const missing: string[] = [];
  for (const name of DATABASES) if (!(await isThere(server, name, { deadline, signal }))) missing.push(name);
  if (missing.length > 0 && isExisting)
    throw new Problem(
      `Postgres at ${server.where} has no databases of Larksong (${missing.join(', ')}). Check that DATABASE_URL names the right place; npm start creates them. Nothing was changed.`,
    );
  if (missing.length > 0) await createDatabases(server, missing);
  const states = [];
  for (const name of DATABASES) states.push(await inspect(server, name));
  return { isFilled: states.every(({ isFilled }) => isFilled) };
}

/** Returns whether a database exists; waits for a server that is just starting. */
async function isThere(
  server: Server,
  name: string,
  { deadline, signal }: { deadline: number; signal?: AbortSignal | undefined },
): Promise<boolean> {
  for (;;) {
    try {
      await withClient(databaseOn(server.url, name), async () => undefined);
      return true;
    } catch (error) {
      if (codeOf(error) === NO_DATABASE) return false;
      if (!isPassing(error) || performance.now() > deadline) throw toProblem(error, server);
      await pause(RETRY_MS, undefined, { signal });
    }
  }
}

const NO_DATABASE = '3D000';
const NO_RIGHT = '42501';
const EXISTS = '42P04';

/** Returns whether a refusal is temporary: the server is starting or stopping, or has no connection left. */
function isPassing(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(57P0[123]|53300)$/.test(error.code ?? '');
}

/** Returns a problem with the remedy for a failed connection. */
export function toProblem(error: unknown, { user, where }: Omit<Server, 'url'>): Problem {
  const why = error instanceof Error ? error.message || String(codeOf(error)) : String(error);
  if (error instanceof DatabaseError && error.code?.startsWith('28'))
    return new Problem(
      `Postgres at ${where} does not let in the user ${user} of DATABASE_URL (${why}). Correct the user and the password there, or change those of Postgres: sudo -u postgres createuser ${user} creates the user, and sudo -u postgres psql -c '\\password ${user}' sets a password.`,
      { cause: error },
    );
  if (error instanceof DatabaseError && error.code === NO_RIGHT)
    return new Problem(
      `The user ${user} of DATABASE_URL may not use a database of Larksong (${why}). Make the user its owner.`,
      { cause: error },
    );
  return new Problem(
    `Postgres at ${where} does not answer (${why}). Check whether it is running (systemctl status postgresql), and whether DATABASE_URL names the right place.`,
    { cause: error },
  );
}

async function createDatabases(server: Server, names: string[]): Promise<void> {
  const prefix = new URL(server.url).pathname.slice(1);
  const maintenance = new URL(server.url);
  maintenance.pathname = '/postgres';
  try {
    await withClient(maintenance.href, async (client) => {
      const { rows } = await client.query<{ version: number }>(VERSION);
      const version = rows[0]?.version ?? 0;
      assertVersion(version);
      for (const name of names) await create(client, `${prefix}_${name}`, version);
    });
  } catch (error) {
    if (error instanceof Problem || !(error instanceof DatabaseError)) throw error;
    throw new Problem(
      `The databases of Larksong are missing in Postgres, and the user ${server.user} may not create them (${error.message}). Run this, then start again: ${commandFor(server.user, prefix, names)}`,
      { cause: error },
    );
  }
}

const VERSION = `select current_setting('server_version_num')::integer as version`;

async function create(client: Client, name: string, version: number): Promise<void> {
  // The order and the letters of the embedded Postgres, whatever the locale of the machine.
  const locale =
    version >= 170_000
      ? `locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C.UTF-8'`
      : `lc_collate 'C' lc_ctype 'C.UTF-8'`;
  await client
    .query(`create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8' ${locale}`)
    .catch((error: unknown) => {
      if (codeOf(error) !== EXISTS) throw error;
    });
}

function commandFor(user: string, prefix: string, names: readonly string[]): string {
  return `for name in ${names.join(' ')}; do sudo -u postgres createdb --owner=${user} --template=template0 --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 ${prefix}_$name; done`;
}

interface DatabaseState {
  version: number;
  encoding: string;
  isReadOnly: boolean;
  isOwner: boolean;
  hasTrigrams: boolean;
  isFilled: boolean;
}

const STATE = `
  select current_setting('server_version_num')::integer as version,
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
    pg_has_role(datdba, 'usage') as "isOwner",
    exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
    to_regclass('public.kysely_migration') is not null as "isFilled"
  from pg_database where datname = current_database()`;

async function inspect(server: Server, name: string): Promise<DatabaseState> {
  const url = databaseOn(server.url, name);
  const state = await withClient(url, async (client) => (await client.query<DatabaseState>(STATE)).rows[0]);
  if (state === undefined) throw new Error('unreachable: the query has one row');
  const database = new URL(url).pathname.slice(1);
  assertVersion(state.version);
  const why = whyUnusable(state, { database, user: server.user });
  if (why !== undefined) throw new Problem(why);
  return state;
}

/** Throws a `Problem` if Postgres is too old; the version is a number such as 150018. */
export function assertVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_MAJOR)
    throw new Problem(
      `The Postgres of DATABASE_URL is version ${major}, and Larksong needs ${OLDEST_MAJOR} or newer. Debian 12 has ${OLDEST_MAJOR}; pg_upgradecluster moves the data to it.`,
    );
}

/** Returns why a database cannot be used, with the remedy; undefined if it can. */
export function whyUnusable(
  state: Omit<DatabaseState, 'version' | 'isFilled'>,
  { database, user }: { database: string; user: string },
): string | undefined {
  if (state.isReadOnly)
    return `Postgres does not let anybody write to the database ${database}. DATABASE_URL must name the main server, not a copy of it.`;
  if (state.encoding !== 'UTF8')
    return `The database ${database} has the encoding ${state.encoding}, and Larksong needs UTF8. Delete it (sudo -u postgres dropdb ${database}) if nothing else uses it, and start again.`;
  if (!state.isOwner)
    return `The user ${user} of DATABASE_URL does not own the database ${database}. Run this, then start again: sudo -u postgres psql -c 'alter database "${database}" owner to "${user}"'`;
  if (!state.hasTrigrams)
    return 'Postgres lacks the extension pg_trgm, which the search needs. Install it (sudo apt-get install postgresql-contrib), then start again.';
  return undefined;
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: 30_000,
  });
  client.on('error', () => undefined); // the call in progress rejects
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
