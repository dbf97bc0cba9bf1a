import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import type { Db } from '../src/db/tables.ts';
import { addSong, callerOf } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
let songId: string;
beforeAll(async () => {
  catalog = await startCatalog();
  songId = await addSong(catalog, { title: 'Ducks' });
});
afterAll(() => catalog.stop());
afterEach(() => sql`truncate search_words`.execute(catalog.db));

const call = callerOf(() => catalog);
const ask = (q: string, init: RequestInit = {}) =>
  fetch(`${catalog.url}/api/videos?q=${encodeURIComponent(q)}`, init);
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Blocks everything that reads a table, like a slow disk, until it is released. */
async function holdBackReads(db: Db, table: 'listings' | 'search_words') {
  const trx = await db.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  return { release: () => trx.rollback().execute() };
}

/** Returns the number of statements that wait for a table. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(catalog.db);
  return rows[0]?.count ?? 0;
}

it('a search ends in Postgres when its client leaves', async () => {
  const held = await holdBackReads(catalog.db, 'listings');
  try {
    const client = new AbortController();
    const answer = ask('ducks', { signal: client.signal }).catch(() => 'left');
    await expect.poll(countWaiting).toBe(1);
    client.abort();
    expect(await answer).toBe('left');
    // Before the time limit of the statement, 8 s here, ends it anyway.
    await expect.poll(countWaiting, { timeout: 6000 }).toBe(0);
  } finally {
    await held.release();
  }
  expect(await call.titles('/api/videos?q=ducks')).toEqual(['Ducks']);
});

it('a search whose words cannot be corrected in time finds nothing, and does not fail', async () => {
  const listings = await holdBackReads(catalog.db, 'listings');
  const answer = call.titles('/api/videos?q=dukcs');
  await expect.poll(countWaiting).toBe(1); // the words have been read; they are read once more for corrections
  const words = await holdBackReads(catalog.db, 'search_words');
  try {
    await listings.release();
    expect(await answer).toEqual([]);
  } finally {
    await words.release();
  }
});

it('searches of one network run one after the other, and no number of networks holds more than three connections', async () => {
  const held = await holdBackReads(catalog.db, 'listings');
  const clients = new AbortController();
  const answers: Promise<unknown>[] = [];
  const send = (address: string) =>
    answers.push(ask('ducks', { ...from(address), signal: clients.signal }).catch(() => 'left'));
  try {
    for (let count = 0; count < 12; count += 1) send('198.18.0.1');
    await expect.poll(countWaiting).toBe(1);
    for (let network = 2; network < 14; network += 1) send(`198.18.0.${network}`);
    await expect.poll(countWaiting).toBe(3);
    expect((await call.video(songId)).title).toBe('Ducks');
    expect(await countWaiting()).toBe(3);
  } finally {
    clients.abort();
    await Promise.all(answers);
    await held.release();
  }
});

it('a search corrects at most five words, unknown ones first', async () => {
  const known = ['alpha', 'bravo', 'charlie', 'delta', 'echoes'];
  await addSong(catalog, { title: [...known, 'foxtrot'].join(' ') });
  expect(await call.titles('/api/videos?q=alpah+bravo+charlie+delta+echoes+foxtort')).toHaveLength(1);
  expect(await call.titles('/api/videos?q=alpah+brvao+chralie+detla+echeos+foxtrot')).toHaveLength(1);
  expect(await call.titles('/api/videos?q=alpah+brvao+chralie+detla+echeos+foxtort')).toEqual([]);
});

it('a database that sees no letters but ASCII only corrects those, and swapped letters', async () => {
  const blind = await startCatalog();
  try {
    await sql`update pg_database set datctype = 'C' where datname = current_database()`.execute(blind.db);
    for (const title of ['Ducks', 'Привет']) await addSong(blind, { title });
    const blindCall = callerOf(() => blind);
    const find = (q: string) => blindCall.titles(`/api/videos?q=${encodeURIComponent(q)}`);
    expect([await find('duckz'), await find('превет'), await find('пирвет')]).toEqual([
      ['Ducks'],
      [],
      ['Привет'],
    ]);
  } finally {
    await blind.stop();
  }
});
