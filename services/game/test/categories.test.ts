import { listCategories } from '@larksong/contracts';
import { createDatabase, migrateToLatest, newId } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildApp } from '../src/app.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Db, Tables } from '../src/db/tables.ts';

let db: Db;
let app: ReturnType<typeof buildApp>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const logger = createTestLogger();
  db = createDatabase<Tables>({ url: database.url, logger });
  await migrateToLatest(db, migrations);
  app = buildApp({ logger, db });
});

afterAll(async () => {
  await app?.close();
  await db?.destroy();
  await drop?.();
});

beforeEach(async () => {
  await db.deleteFrom('categories').execute();
});

async function addLetter(letter: string, names: string[]): Promise<string> {
  const id = newId();
  await db.insertInto('categories').values({ id, letter }).execute();
  for (const name of names)
    for (const type of ['letter', 'image'] as const)
      await db.insertInto('items').values({ id: newId(), category_id: id, type, name }).execute();
  return id;
}

async function ask(path = listCategories.path) {
  const response = await app.inject({ method: 'GET', url: path });
  return { status: response.statusCode, body: response.json() };
}

describe('the letters of the game', () => {
  test('are none at first', async () => {
    expect(await ask()).toEqual({ status: 200, body: { success: true, data: { categories: [] } } });
  });

  test('come in order, with the number of their items', async () => {
    const c = await addLetter('C', ['cat']);
    const a = await addLetter('A', ['apple', 'ant', 'arm']);
    const umlaut = await addLetter('Ä', ['Äpfel']);
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.data.categories).toEqual([
      { id: a, letter: 'A', itemCount: 6 },
      { id: c, letter: 'C', itemCount: 2 },
      { id: umlaut, letter: 'Ä', itemCount: 2 },
    ]);
    expect(Value.Check(listCategories.data, body.data)).toBe(true);
  });

  test('without items are left out, since nothing can be played with them', async () => {
    await addLetter('A', []);
    const b = await addLetter('B', ['ball']);
    const { body } = await ask();
    expect(body.data.categories).toEqual([{ id: b, letter: 'B', itemCount: 2 }]);
  });

  test('are answered with and without the trailing slash', async () => {
    await addLetter('B', ['ball']);
    expect(await ask(`${listCategories.path}/`)).toEqual(await ask());
  });

  test('take their items with them when they are deleted, and never come twice', async () => {
    await addLetter('B', ['ball']);
    await expect(addLetter('B', [])).rejects.toThrow(/categories_letter_key/);
    await expect(addLetter('AB', [])).rejects.toThrow(/check constraint/);
    await db.deleteFrom('categories').execute();
    expect(await db.selectFrom('items').selectAll().execute()).toEqual([]);
  });
});

test('game is ready while its database answers', async () => {
  const response = await app.inject({ method: 'GET', url: '/readyz' });
  expect(response.json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
});
