import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createDatabase, toAppError, untilDatabase, type Logger } from '../src/index.ts';
import {
  createRecordingLogger,
  createTestDatabase,
  startProxy,
  startStopwatch,
  type Proxy,
} from '../src/testing/index.ts';

const POOL_SIZE = 10;
const GIVE_UP_MS = 3000;
/** Tolerance for a loaded machine. */
const SLACK_MS = 1000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let door: Proxy;
let db: Kysely<never>;
/** Connects without the proxy. */
let direct: Kysely<never>;
let logged: string[];
let logger: Logger;

beforeEach(async () => {
  ({ logger, lines: logged } = createRecordingLogger());
  database = await createTestDatabase();
  door = await startProxy(database.url);
  db = createDatabase<never>({ url: door.url, logger, poolSize: POOL_SIZE });
  direct = createDatabase<never>({ url: database.url, logger: createRecordingLogger().logger, poolSize: 2 });
});
afterEach(async () => {
  await Promise.all([db.destroy(), direct.destroy()]);
  await door.stop();
  await database.drop();
});

const ask = (on = db) => sql`select 1`.execute(on);

/** Runs a call and returns its error code with the time that it took. */
async function measure(call: () => Promise<unknown>): Promise<{ code: string; ms: number }> {
  const elapsedMs = startStopwatch();
  const code = await call().then(
    () => 'OK',
    (error: unknown) => toAppError(error).code,
  );
  return { code, ms: Math.round(elapsedMs()) };
}

/** Opens all connections of the pool and leaves them idle. */
async function fillPool(on = db): Promise<void> {
  await Promise.all(Array.from({ length: POOL_SIZE }, () => sql`select pg_sleep(0.2)`.execute(on)));
  expect(door.openConnections()).toBe(POOL_SIZE);
}

describe('swallowed connections', () => {
  it('swallowed connections fail pending calls within 3 s, and the next calls succeed', async () => {
    await fillPool();
    door.swallowOpen();
    const first = await Promise.all(Array.from({ length: POOL_SIZE }, () => measure(ask)));
    const longest = Math.max(...first.map(({ ms }) => ms));
    const next = await measure(ask);
    process.stdout.write(
      `${POOL_SIZE} calls on swallowed connections: ${longest} ms; the next one: ${next.ms} ms\n`,
    );
    expect(new Set(first.map(({ code }) => code))).toEqual(new Set(['UNAVAILABLE']));
    expect(longest).toBeLessThan(GIVE_UP_MS + SLACK_MS);
    expect(next.code).toBe('OK');
    const about = logged
      .filter((line) => /"level":[345]0/.test(line))
      .map((line) => String(JSON.parse(line).msg));
    expect(about).toEqual(['a database connection was lost', 'the database can be reached again']);
  });

  it.runIf(isLongRun)('swallowed connections fail only one of several sequential calls', async () => {
    // Longer than the usual silence, so that no new connection is too slow on a busy machine.
    const patient = createDatabase<never>({ url: door.url, logger, poolSize: POOL_SIZE, silenceMs: 6000 });
    await fillPool(patient);
    door.swallowOpen();
    const codes: string[] = [];
    for (let call = 0; call <= POOL_SIZE; call += 1) codes.push((await measure(() => ask(patient))).code);
    expect(codes).toEqual(['UNAVAILABLE', ...Array.from({ length: POOL_SIZE }, () => 'OK')]);
    await patient.destroy();
  });

  it('swallowed connections release the locks of their transactions within 20 s', async () => {
    await sql`create table songs (id integer primary key)`.execute(direct);
    await sql`insert into songs values (1)`.execute(direct);
    const lock = (on: Kysely<never>) => sql`select id from songs for update`.execute(on);
    const broken = await measure(() =>
      db.transaction().execute(async (trx) => {
        await lock(trx);
        door.swallowOpen();
        await lock(trx);
      }),
    );
    const startedAt = performance.now();
    expect(broken.code).toBe('UNAVAILABLE');
    expect(broken.ms).toBeLessThan(GIVE_UP_MS + SLACK_MS);
    expect(await measure(() => lock(db))).toMatchObject({ code: 'UNAVAILABLE' }); // still held, but the wait ends
    await expect.poll(async () => (await measure(() => lock(db))).code, { timeout: 20_000 }).toBe('OK');
    const ms = Math.round(performance.now() - startedAt);
    process.stdout.write(`the lock of a swallowed transaction: free after ${ms} ms\n`);
  });

  it('a service that starts waits until new connections go through', async () => {
    door.swallow();
    let isReady = false;
    const starting = untilDatabase(db).then(() => (isReady = true));
    expect((await measure(ask)).code).toBe('UNAVAILABLE');
    expect(isReady).toBe(false);
    door.heal();
    await starting;
    expect((await measure(ask)).code).toBe('OK');
  });

  it.runIf(isLongRun)(
    'calls fail within 3 s while new connections are swallowed too, and succeed once they go through',
    async () => {
      await fillPool();
      door.swallow();
      for (let round = 0; round < 2; round += 1) {
        const calls = await Promise.all(Array.from({ length: 3 * POOL_SIZE }, () => measure(ask)));
        expect(new Set(calls.map(({ code }) => code))).toEqual(new Set(['UNAVAILABLE']));
        expect(Math.max(...calls.map(({ ms }) => ms))).toBeLessThan(GIVE_UP_MS + SLACK_MS);
      }
      door.heal();
      const startedAt = performance.now();
      await expect.poll(async () => (await measure(ask)).code).toBe('OK');
      const ms = Math.round(performance.now() - startedAt);
      process.stdout.write(`the database can be reached again: works after ${ms} ms\n`);
      expect(logged.filter((line) => /"level":[345]0/.test(line))).toHaveLength(2);
    },
  );

  it('swallowed connections do not prevent closing the pool', async () => {
    await fillPool();
    door.swallowOpen();
    const { ms } = await measure(() => db.destroy());
    expect(ms).toBeLessThan(GIVE_UP_MS + SLACK_MS);
  });
});

describe('a responsive connection', () => {
  it('an idle connection is kept, however long it is idle', async () => {
    const { logger } = createRecordingLogger();
    const impatient = createDatabase<never>({ url: door.url, logger, poolSize: 1, silenceMs: 1000 });
    const getPid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(impatient)).rows[0]?.pid;
    await untilDatabase(impatient); // a busy machine may take longer than the silence to connect
    const pid = await getPid();
    await sql`select pg_sleep(1.8)`.execute(direct);
    expect(await getPid()).toBe(pid);
    await impatient.destroy();
  });

  it('a statement that takes too long is cancelled on the server too, and its connection is reused', async () => {
    const { code, ms } = await measure(() => sql`select pg_sleep(30), 'too long'`.execute(db));
    expect(code).toBe('UNAVAILABLE');
    expect(ms).toBeLessThan(GIVE_UP_MS);
    const { rows } = await sql`
      select from pg_stat_activity
      where state = 'active' and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`.execute(direct);
    expect(rows).toEqual([]);
    expect((await measure(ask)).code).toBe('OK');
    expect(door.openConnections()).toBe(1);
  });
});
