import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashEntry, NO_HASH, type EntryRow } from '../src/audit/entry.ts';
import { listEntries, toEntryRow } from '../src/audit/list-entries.ts';
import { CSV_HEAD, toCsv } from '../src/audit/to-csv.ts';
import {
  checkAuditLog,
  createAuditTable,
  createLogUpkeep,
  pruneLog,
  recordAs,
  type Change,
} from '../src/audit/index.ts';
import { createDatabase } from '../src/index.ts';
import { createRecordingLogger, createTestDatabase, createTestLogger } from '../src/testing/index.ts';

interface Tables {
  things: { name: string };
}

const ANNA = '01890000-0000-7000-8000-000000000001';
const ACTOR = { id: ANNA, name: 'Anna', network: '203.0.113.0/24', requestId: 'r-1' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Kysely<Tables>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase<Tables>({ url: database.url, logger: createTestLogger(), silenceMs: 20_000 });
  await createAuditTable(db as Kysely<unknown>); // as migrations are given it
  await sql`create table things (name text primary key)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => withoutTriggers(sql`truncate audit_entries, things`));

/** Does what only the owner of the database can do. */
async function withoutTriggers(statement: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table audit_entries disable trigger user`.execute(db);
  try {
    await statement.execute(db);
  } finally {
    await sql`alter table audit_entries enable trigger user`.execute(db);
  }
}

async function record(change: Change, actor = ACTOR): Promise<void> {
  await db.transaction().execute((trx) => recordAs(actor)(trx, change));
}

async function recordMany(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1)
    await record({ action: 'video.update', subject: { id: `v${index}`, name: `Song ${index}` } });
}

const readAll = () => listEntries(db, {}, { limit: 1000 });

describe('recording a change', () => {
  it('an entry names the author, the moment, the shortened address, the subject, and the values before and after', async () => {
    await record({
      action: 'video.update',
      subject: { id: 'v1', name: 'Five little ducks' },
      before: { visibility: 'public' },
      after: { visibility: 'private' },
    });
    const [entry] = await readAll();
    expect(entry).toMatchObject({
      number: 1,
      actor: { id: ANNA, name: 'Anna' },
      network: '203.0.113.0/24',
      requestId: 'r-1',
      action: 'video.update',
      subject: { id: 'v1', name: 'Five little ducks' },
      before: { visibility: 'public' },
      after: { visibility: 'private' },
    });
    expect(Math.abs(Date.now() - Date.parse(entry?.at ?? ''))).toBeLessThan(60_000);
  });

  it('a change that is rolled back leaves no entry, and an entry that cannot be written rolls its change back', async () => {
    const add = (name: string, change: Change) =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('things').values({ name }).execute();
        await recordAs({ ...ACTOR, id: name === 'bad author' ? 'no id' : ANNA })(trx, change);
        if (name === 'fails') throw new Error('fails afterwards');
      });
    await expect(add('fails', { action: 'video.update' })).rejects.toThrow('fails afterwards');
    await expect(add('bad author', { action: 'video.update' })).rejects.toThrow('uuid');
    expect(await readAll()).toEqual([]);
    expect(await db.selectFrom('things').selectAll().execute()).toEqual([]);
  });

  it('forty simultaneous changes form one unbroken chain in the order of their moments', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        record({ action: 'video.update', subject: { id: `v${index}` } }),
      ),
    );
    const entries = await readAll();
    expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index));
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(await checkAuditLog(db)).toMatchObject({ entryCount: 40, lastNumber: 40, brokenAt: null });
  });

  it('secrets are never recorded, and long values are cut', async () => {
    await record({
      action: 'account.update',
      subject: { name: 'x'.repeat(5000) },
      before: {
        password: 'correct horse',
        passwordHash: 'argon',
        list: Array.from({ length: 80 }, () => 'a'),
      },
      after: { nested: { accessToken: 'eyJ', text: 'y'.repeat(5000) }, odd: 'nul \0, half \uD800' },
    });
    const [entry] = await readAll();
    const text = JSON.stringify(entry);
    for (const secret of ['correct horse', 'argon', 'eyJ']) expect(text).not.toContain(secret);
    expect(text.length).toBeLessThan(2000);
    expect(entry?.before).toMatchObject({ list: expect.arrayContaining(['… 30 more']) as unknown });
    expect(await checkAuditLog(db)).toMatchObject({ entryCount: 1, brokenAt: null });
  });
});

describe('the chain', () => {
  it('rows can neither be changed nor deleted nor truncated', async () => {
    await recordMany(2);
    for (const statement of [
      sql`update audit_entries set actor_name = 'Ben'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('cannot be changed or deleted');
    expect(await checkAuditLog(db)).toMatchObject({ entryCount: 2, brokenAt: null });
  });

  it.each([
    ['another author', sql`update audit_entries set actor_name = 'Ben' where number = 3`, 3],
    ['another moment', sql`update audit_entries set at = at - interval '1 day' where number = 3`, 3],
    ['another value', sql`update audit_entries set after = '{"role":"user"}' where number = 3`, 3],
    ['another hash', sql`update audit_entries set hash = sha256('x') where number = 3`, 3],
    ['a deleted row', sql`delete from audit_entries where number = 3`, 4],
    ['a deleted beginning', sql`delete from audit_entries where number <= 2`, 3],
    ['a rewritten beginning', sql`update audit_entries set previous_hash = sha256('x') where number = 1`, 1],
  ])('%s is found by the check', async (_, statement, brokenAt) => {
    await recordMany(5);
    await withoutTriggers(statement);
    expect(await checkAuditLog(db)).toMatchObject({ brokenAt });
  });

  it('an empty log is unbroken', async () => {
    expect(await checkAuditLog(db)).toEqual({
      entryCount: 0,
      firstNumber: null,
      lastNumber: null,
      lastHash: null,
      brokenAt: null,
    });
  });
});

describe('pruning', () => {
  /** Makes the entries up to a number old, with the hashes that they would have had. */
  async function recordOld(count: number): Promise<void> {
    await recordMany(count);
    await withoutTriggers(sql`update audit_entries set at = at - interval '500 days'`);
    await rehash();
  }

  async function rehash(): Promise<void> {
    const { rows } = await sql<EntryRow>`select * from audit_entries order by number`.execute(db);
    let previous_hash: Buffer = NO_HASH;
    for (const row of rows.map(toEntryRow)) {
      const hash = hashEntry({ ...row, previous_hash });
      await withoutTriggers(
        sql`update audit_entries set previous_hash = ${previous_hash}, hash = ${hash} where number = ${row.number}`,
      );
      previous_hash = hash;
    }
  }

  it('old entries are deleted, their last hash is the new beginning, and the chain stays unbroken', async () => {
    await recordOld(4);
    await recordMany(2);
    expect(await pruneLog(db, 400)).toBe(4);
    const entries = await readAll();
    expect(entries.map(({ number, action }) => [number, action])).toEqual([
      [7, 'log.prune'],
      [6, 'video.update'],
      [5, 'video.update'],
    ]);
    expect(entries[0]).toMatchObject({ actor: { id: null, name: 'the site' }, after: { number: 4 } });
    await recordMany(1);
    expect(await checkAuditLog(db)).toMatchObject({ firstNumber: 5, lastNumber: 8, brokenAt: null });
    expect(await pruneLog(db, 400)).toBe(0);
  });

  it('more than was pruned cannot be removed from the beginning', async () => {
    await recordOld(2);
    await recordMany(3);
    await pruneLog(db, 400);
    await withoutTriggers(sql`delete from audit_entries where number = 3`);
    expect(await checkAuditLog(db)).toMatchObject({ brokenAt: 4 });
  });

  it('an entry about a pruning alone is no reason for another one', async () => {
    await recordOld(1);
    await pruneLog(db, 400);
    await withoutTriggers(sql`update audit_entries set at = at - interval '500 days'`);
    expect(await pruneLog(db, 400)).toBe(0);
  });

  it('the upkeep logs the last entry once, and again after further changes', async () => {
    const { logger, lines } = createRecordingLogger();
    const keepLog = createLogUpkeep(db, { days: 400, logger });
    const logged = () => lines.map((line) => JSON.parse(line) as { number: number; sha256: string });
    await keepLog();
    expect(logged()).toEqual([]);
    await recordMany(2);
    await keepLog();
    await keepLog();
    const { lastHash } = await checkAuditLog(db);
    expect(logged()).toMatchObject([{ number: 2, sha256: lastHash }]);
    await recordMany(1);
    await keepLog();
    expect(logged()).toMatchObject([{ number: 2 }, { number: 3 }]);
  });

  it('concurrent prunings delete the old entries once', async () => {
    await recordOld(3);
    await recordMany(1);
    const counts = await Promise.all([1, 2, 3].map(() => pruneLog(db, 400)));
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 3]);
    expect(await checkAuditLog(db)).toMatchObject({ brokenAt: null });
  });
});

describe('reading', () => {
  it('entries are found by person, subject, kind and time, page by page', async () => {
    await recordMany(3);
    await record(
      { action: 'video.delete', subject: { id: 'v9', name: 'Five 100% Ducks' } },
      { ...ACTOR, name: 'Ben' },
    );
    const find = async (filter: Parameters<typeof listEntries>[1], limit = 10, before?: number) =>
      (await listEntries(db, filter, { limit, before })).map(({ number }) => number);
    expect(await find({ person: 'ann' })).toEqual([3, 2, 1]);
    expect(await find({ person: ANNA.toUpperCase() })).toEqual([4, 3, 2, 1]);
    expect(await find({ subject: '100% duck' })).toEqual([4]);
    expect(await find({ subject: 'v2' })).toEqual([2]);
    expect(await find({ action: 'video.delete' })).toEqual([4]);
    expect(await find({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await find({ from: '2020-01-01T00:00:00Z' }, 2)).toEqual([4, 3]);
    expect(await find({}, 2, 3)).toEqual([2, 1]);
  });

  it('CSV quotes what needs it, and runs in no spreadsheet', async () => {
    await record({ action: 'video.delete', subject: { id: 'v1', name: '=HYPERLINK("http://x","y"),\nz' } });
    const csv = CSV_HEAD + toCsv(await readAll());
    expect(csv.startsWith('\uFEFFnumber,at,actor,')).toBe(true);
    expect(csv).toContain(`,"'=HYPERLINK(""http://x"",""y""),\nz",v1,,,r-1\r\n`);
  });
});
