import { game } from '@larksong/contracts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { place, startGame, type TestGame } from './support.ts';

const PUBLIC = '/api/game/categories';
const ADMIN = '/api/admin/game/categories';

let service: TestGame;
beforeAll(async () => {
  service = await startGame();
});
afterAll(() => service?.stop());
beforeEach(() => service.clear());

async function listPublic(): Promise<game.Category[]> {
  const { body } = await service.call('GET', PUBLIC, { as: null });
  expect(Value.Check(game.listCategories.data, body.data)).toBe(true);
  return (body.data as unknown as { categories: game.Category[] }).categories; // checked right above
}

async function listAdmin(): Promise<game.AdminCategory[]> {
  const { body } = await service.call('GET', ADMIN);
  expect(Value.Check(game.listAdminCategories.data, body.data)).toBe(true);
  return (body.data as unknown as { categories: game.AdminCategory[] }).categories; // checked right above
}

describe('the letters of the game', () => {
  it('a new game has no letters, and 2x2 is its only grid', async () => {
    const { status, body } = await service.call('GET', PUBLIC, { as: null });
    expect([status, body]).toEqual([200, { success: true, data: { categories: [], grids: ['2x2'] } }]);
  });

  it('letters are listed in order with their numbers of items and pairs; letters without items are omitted', async () => {
    for (const letter of ['я', 'c', 'ä', 'a', 'b']) await service.addLetter(letter);
    const byLetter = new Map((await listAdmin()).map((category) => [category.letter, category]));
    for (const [letter, names] of Object.entries({ Я: ['яблоко'], C: ['cat', 'cow'], Ä: ['Äpfel'] }))
      for (const name of names) await service.addPair(byLetter.get(letter) ?? { id: '' }, name);
    const a = byLetter.get('A') ?? { id: '' };
    await service.addItem(a, 'ant');
    for (let times = 0; times < 3; times += 1) await service.addItem(a, 'apple', 'image');
    expect(
      (await listPublic()).map(({ letter, itemCount, pairCount }) => [letter, itemCount, pairCount]),
    ).toEqual([
      ['A', 4, 1],
      ['Ä', 2, 1],
      ['C', 4, 2],
      ['Я', 2, 1],
    ]);
    expect((await listAdmin()).map(({ letter, itemCount }) => [letter, itemCount])).toEqual([
      ['A', 4],
      ['Ä', 2],
      ['B', 0],
      ['C', 4],
      ['Я', 2],
    ]);
  });

  it('all words are listed for everybody, by letter and in order, with their pictures', async () => {
    const b = await service.addLetter('b');
    for (const name of ['bee', 'Bär', 'bear 10', 'bear 9']) await service.addPair(b, name);
    await service.addLetter('A');
    await place(service.publicDir, 'Images/B/bee.png', 'a picture');
    const { body } = await service.call('GET', '/api/game/words', { as: null });
    expect(Value.Check(game.listWords.data, body.data)).toBe(true);
    const word = (name: string, hasPicture = false) => ({ name, hasPicture });
    expect(body.data).toEqual({
      letters: [{ letter: 'B', words: [word('Bär'), word('bear 9'), word('bear 10'), word('bee', true)] }],
    });
  });

  it('letters are listed with and without a trailing slash', async () => {
    const category = await service.addLetter('B');
    await service.addPair(category, 'ball');
    for (const path of [PUBLIC, ADMIN, `${ADMIN}/${category.id}/items`]) {
      const [plain, slashed] = await Promise.all([
        service.call('GET', path),
        service.call('GET', `${path}/`),
      ]);
      expect(plain.status).toBe(200);
      expect(slashed.body).toEqual(plain.body);
    }
  });
});

describe('a new letter', () => {
  it.each([
    ['q', 'Q'],
    ['e\u0301', 'É'],
    ['ß', 'ß'],
    ['ς', 'Σ'],
    ['क्ष', 'क्ष'],
    ['ب', 'ب'],
    ['9', '9'],
  ])('the new letter %j is stored as %j, only once', async (given, kept) => {
    const { status, body } = await service.call('POST', `${ADMIN}/`, { json: { letter: given } });
    expect([status, body.message]).toEqual([201, `Letter ${kept} added.`]);
    expect(body.data).toMatchObject({ category: { letter: kept, itemCount: 0, nameCount: 0 } });
    const again = await service.call('POST', ADMIN, { json: { letter: kept } });
    expect([again.status, again.body.code]).toEqual([409, 'CATEGORY_TAKEN']);
    expect(again.body.message).toBe(`The letter ${kept} already exists.`);
  });

  it.each(['A\u200d', 'A\u034f', 'a\u200c', 'A\u{e0100}', 'A\u180b'])(
    'a new letter that looks like an existing one is refused: %j',
    async (letter) => {
      await service.addLetter('A');
      const { status, body } = await service.call('POST', ADMIN, { json: { letter } });
      expect([status, body.code]).toEqual([409, 'CATEGORY_TAKEN']);
      expect(await listAdmin()).toHaveLength(1);
    },
  );

  it.each([
    ['', 'Enter a letter'],
    ['AB', 'A letter is exactly one character'],
    ['🐟', 'A letter must be a letter or a digit, not a symbol or an emoji'],
    ['\0', 'A letter must be a letter or a digit, not a symbol or an emoji'],
  ])('the new letter %j is refused: %s', async (letter, message) => {
    const { status, body } = await service.call('POST', ADMIN, { json: { letter } });
    expect([status, body]).toMatchObject([400, { success: false, code: 'VALIDATION_FAILED', message }]);
    expect(body.requestId).toMatch(/^[\w-]+$/);
    expect(await listAdmin()).toEqual([]);
  });

  it('a letter that several people add at the same time exists once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.call('POST', ADMIN, { json: { letter: 'z' } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await listAdmin()).toHaveLength(1);
  });
});

describe('deleting a letter', () => {
  it('deleting a letter deletes its items and nothing of another letter', async () => {
    const [a, b] = [await service.addLetter('A'), await service.addLetter('B')];
    await service.addPair(a, 'apple');
    await service.addPair(b, 'ball');
    const { status, body } = await service.call('DELETE', `${ADMIN}/${a.id}/`);
    expect([status, body]).toEqual([200, { success: true, message: 'Letter A and all its items deleted.' }]);
    expect((await listPublic()).map(({ letter }) => letter)).toEqual(['B']);
    const again = await service.call('DELETE', `${ADMIN}/${a.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'CATEGORY_NOT_FOUND']);
  });

  it('deleting a letter with a malformed id is refused', async () => {
    const { status, body } = await service.call('DELETE', `${ADMIN}/not-an-id`);
    expect([status, body.message]).toEqual([400, 'This is not a valid id.']);
  });
});

describe('the settings', () => {
  const SETTINGS = '/api/admin/game/settings';

  it('the settings list the grids that players can choose', async () => {
    expect((await service.call('GET', SETTINGS)).body.data).toEqual({ settings: { grids: ['2x2'] } });
    const json = { grids: ['4x4', '2x2', '4x4'] };
    const put = await service.call('PUT', `${SETTINGS}/`, { json });
    expect([put.status, put.body.data]).toEqual([200, { settings: { grids: ['2x2', '4x4'] } }]);
    expect((await service.call('GET', PUBLIC, { as: null })).body.data).toMatchObject({
      grids: ['2x2', '4x4'],
    });
    await service.call('PUT', SETTINGS, { json: { grids: ['3x3'] } });
    expect((await service.call('GET', SETTINGS)).body.data).toEqual({ settings: { grids: ['3x3'] } });
  });

  it('the settings must name at least one grid, and only existing ones', async () => {
    const none = await service.call('PUT', SETTINGS, { json: { grids: [] } });
    expect([none.status, none.body.message]).toEqual([400, 'Choose at least one grid.']);
    for (const grids of [['5x5'], ['2x2', '3x3', '4x4', '5x5'], [null], [4]]) {
      const { status, body } = await service.call('PUT', SETTINGS, { json: { grids } });
      expect([status, body.message]).toEqual([400, 'A grid is 2x2, 3x3 or 4x4.']);
    }
  });

  it('the settings ignore duplicate grids', async () => {
    const { status, body } = await service.call('PUT', SETTINGS, {
      json: { grids: ['4x4', '2x2', '4x4', '2x2'] },
    });
    expect([status, body.data]).toEqual([200, { settings: { grids: ['2x2', '4x4'] } }]);
  });
});

describe('access', () => {
  const id = '00000000-0000-7000-8000-000000000000';
  it.each([
    ['GET', ADMIN],
    ['POST', ADMIN],
    ['DELETE', `${ADMIN}/${id}`],
    ['GET', `${ADMIN}/${id}/items`],
    ['POST', '/api/admin/game/items'],
    ['DELETE', `/api/admin/game/items/${id}`],
    ['GET', '/api/admin/game/settings'],
    ['PUT', '/api/admin/game/settings'],
    ['PUT', `/api/admin/game/media/${id}/picture`],
    ['DELETE', `/api/admin/game/media/${id}/picture`],
    ['PUT', `/api/admin/game/media/${id}/sound`],
    ['DELETE', `/api/admin/game/media/${id}/sound`],
  ])('%s %s is reserved for superadmins', async (method, path) => {
    const visitor = await service.call(method, path, { as: null });
    expect([visitor.status, visitor.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    const member = await service.call(method, path, { as: service.member });
    expect([member.status, member.body.code]).toEqual([403, 'FORBIDDEN']);
    const superadmin = await service.call(method, path);
    expect([200, 400, 404]).toContain(superadmin.status);
  });

  it('the calls of transcoders are hidden from everyone else', async () => {
    for (const token of [undefined, 'x'.repeat(40)]) {
      const { status } = await service.call('POST', '/internal/sounds/claim', {
        json: { workerId: 'me' },
        ...(token === undefined ? {} : { headers: { 'x-internal-token': token } }),
      });
      expect(status).toBe(404);
    }
  });
});

it('game is ready while its database and its storage respond', async () => {
  const response = await fetch(`${service.url}/readyz`);
  expect(await response.json()).toEqual({ status: 'ready', checks: { postgres: 'ok', storage: 'ok' } });
});
