import { game } from '@larksong/contracts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { place, startGame, type TestGame } from './support.ts';

const ITEMS = '/api/admin/game/items';
const ABSENT = '00000000-0000-7000-8000-000000000000';

let service: TestGame;
beforeAll(async () => {
  service = await startGame();
});
afterAll(() => service?.stop());
beforeEach(() => service.clear());

async function listItems(categoryId: string): Promise<{ items: game.AdminItem[]; category: unknown }> {
  const { body } = await service.call('GET', `/api/admin/game/categories/${categoryId}/items/`);
  expect(Value.Check(game.listCategoryItems.data, body.data)).toBe(true);
  return body.data as unknown as { items: game.AdminItem[]; category: unknown }; // checked right above
}

describe('an item', () => {
  it('an item and its image card are added in two calls and form a pair', async () => {
    const category = await service.addLetter('A');
    for (const type of ['letter', 'image']) {
      const json = { categoryId: category.id, type, name: '  apple ' };
      const { status, body } = await service.call('POST', `${ITEMS}/`, { json });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        item: {
          type,
          name: 'apple',
          letter: 'A',
          categoryId: category.id,
          hasPicture: false,
          hasSound: false,
          pictureSource: null,
          soundSource: null,
          soundState: 'none',
          soundError: null,
        },
      });
    }
    expect(await listItems(category.id)).toMatchObject({
      items: [{ type: 'letter' }, { type: 'image' }],
      category: { itemCount: 2, pairCount: 1, nameCount: 1, missingPictures: 1, missingSounds: 1 },
    });
  });

  it('items are listed by name', async () => {
    const category = await service.addLetter('Ä');
    for (const name of ['zebra 10', 'zebra 9', 'Äpfel', 'apple']) await service.addItem(category, name);
    const { items } = await listItems(category.id);
    expect(items.map(({ name }) => name)).toEqual(
      ['Äpfel', 'apple', 'zebra 9', 'zebra 10'].toSorted(new Intl.Collator('en', { numeric: true }).compare),
    );
  });

  it('two items whose names look the same have the same name', async () => {
    const category = await service.addLetter('A');
    for (const name of ['ice cream', 'ice  cream', 'ice\u00a0cream', 'i\u200bce\u00ad cream\u200f'])
      expect(await service.addItem(category, name)).toMatchObject({ name: 'ice cream' });
    expect(await listItems(category.id)).toMatchObject({ category: { nameCount: 1, pairCount: 1 } });
  });

  it('an item whose name follows older rules can be read and deleted', async () => {
    const category = await service.addLetter('A');
    const { id } = await service.addItem(category, 'apple');
    for (const name of ['a\u200bb', 'a  b', 'con', '\u2060']) {
      await service.db.updateTable('items').set({ name }).where('id', '=', id).execute();
      await place(service.publicDir, `Images/A/${name}.png`, name);
      expect((await listItems(category.id)).items).toMatchObject([{ name, pictureSource: 'folder' }]);
      const file = await service.call('GET', `/Images/A/${encodeURIComponent(name)}.png`, { as: null });
      expect([file.status, file.bytes.toString()]).toEqual([200, name]);
    }
    expect((await service.call('DELETE', `${ITEMS}/${id}`)).status).toBe(200);
  });

  it.each([
    [' ', 'Enter a name'],
    ['\u200b', 'Enter a name'],
    [
      'CON.txt',
      'A name cannot be CON, PRN, AUX, NUL, COM0 to COM9 or LPT0 to LPT9, which are devices on Windows',
    ],
    ['x'.repeat(61), 'A name can have at most 60 characters'],
    ['../../etc/passwd', 'A name cannot contain any of / \\ : * ? " < > | %'],
    ['a\0b', 'A name cannot contain line breaks or other invisible control characters'],
    ['..', 'A name cannot begin or end with a dot'],
  ])('an item with the name %j is refused: %s', async (name, message) => {
    const category = await service.addLetter('A');
    const { status, body } = await service.call('POST', ITEMS, {
      json: { categoryId: category.id, type: 'letter', name },
    });
    expect([status, body]).toMatchObject([400, { code: 'VALIDATION_FAILED', message }]);
  });

  it('an item needs an existing letter and a type', async () => {
    const absent = await service.call('POST', ITEMS, {
      json: { categoryId: ABSENT, type: 'letter', name: 'apple' },
    });
    expect([absent.status, absent.body.code]).toEqual([404, 'CATEGORY_NOT_FOUND']);
    const { id } = await service.addLetter('A');
    for (const json of [
      { categoryId: id, type: 'sound', name: 'apple' },
      { categoryId: 'odd', type: 'letter', name: 'apple' },
      { categoryId: id, type: 'letter' },
      {},
    ])
      expect((await service.call('POST', ITEMS, { json })).body.code).toBe('VALIDATION_FAILED');
  });

  it('a deleted item no longer exists', async () => {
    const category = await service.addLetter('A');
    const item = await service.addPair(category, 'apple');
    const { status, body } = await service.call('DELETE', `${ITEMS}/${item.id}/`);
    expect([status, body]).toEqual([200, { success: true, message: 'Item deleted.' }]);
    expect((await listItems(category.id)).items).toMatchObject([{ type: 'image' }]);
    expect((await service.call('DELETE', `${ITEMS}/${item.id}`)).body.code).toBe('ITEM_NOT_FOUND');
    expect((await service.call('DELETE', `${ITEMS}/odd`)).status).toBe(400);
  });

  it('items of a deleted letter are not found', async () => {
    const { status, body } = await service.call('GET', `/api/admin/game/categories/${ABSENT}/items`);
    expect([status, body.code]).toEqual([404, 'CATEGORY_NOT_FOUND']);
  });

  it('an item has its files in the folder, in any script and any Unicode form', async () => {
    const category = await service.addLetter('é');
    await service.addPair(category, 'élan');
    await service.addItem(category, 'étoile');
    await place(service.publicDir, 'Images/É/élan.png'.normalize('NFD'), 'picture');
    await place(service.publicDir, 'Audio/É/élan.mp3'.normalize('NFC'), 'sound');
    await place(service.publicDir, 'Images/É/étoile.jpg', 'another format');
    const { items, category: counted } = await listItems(category.id);
    const there = { pictureSource: 'folder', soundSource: 'folder', soundState: 'ready', hasPicture: true };
    expect(items).toMatchObject([
      there,
      there,
      { pictureSource: null, soundSource: null, soundState: 'none' },
    ]);
    expect(counted).toMatchObject({ nameCount: 2, missingPictures: 1, missingSounds: 1 });
  });
});

describe('dealing', () => {
  async function deal(query: string) {
    const { status, body } = await service.call('GET', `/api/game/items${query}`, { as: null });
    if (status === 200) expect(Value.Check(game.dealItems.data, body.data)).toBe(true);
    return { status, body, items: (body.data as unknown as { items?: game.Item[] })?.items ?? [] }; // checked right above
  }

  beforeEach(async () => {
    const [a, ss] = [await service.addLetter('A'), await service.addLetter('ß')];
    for (const name of ['apple', 'ant', 'arm']) await service.addPair(a, name);
    await service.addItem(a, 'alone');
    await service.addPair(ss, 'ßtern');
  });

  it('dealing returns whole pairs of the requested letters, within the limit', async () => {
    const { items } = await deal('/?letters=a,%C3%9F&limit=8');
    expect(items).toHaveLength(8);
    for (const [name, cards] of Map.groupBy(items, (item) => item.name)) {
      expect(name).not.toBe('alone');
      expect(cards.map(({ type }) => type).toSorted()).toEqual(['image', 'letter']);
    }
    expect((await deal('?letters=A&limit=5')).items).toHaveLength(4);
    expect((await deal('?letters=A')).items).toHaveLength(4);
    expect((await deal('?letters=A&limit=16')).items).toHaveLength(6);
  });

  it('dealing skips missing letters, and says so if nothing is left', async () => {
    expect((await deal('?letters=Q,%C3%9F,AB,!')).items).toHaveLength(2);
    for (const letters of ['Q', 'AB', '%F0%9F%90%9F'])
      expect(await deal(`?letters=${letters}`)).toMatchObject({
        status: 200,
        body: {
          success: true,
          message: 'No items found for selected letters. Please add items via Game Admin.',
          data: { items: [] },
        },
      });
  });

  it.each([
    ['?letters=', 'letters must be a comma-separated list such as A,M,S.'],
    ['?letters=,%20,', 'Please select at least one letter'],
    ['', 'letters must be a comma-separated list such as A,M,S.'],
    ['?letters=A&limit=1', 'limit must be a whole number from 2 to 100.'],
    ['?letters=A&limit=101', 'limit must be a whole number from 2 to 100.'],
    ['?letters=A&limit=x', 'limit must be a whole number from 2 to 100.'],
    [`?letters=${'A,'.repeat(2001)}`, 'You selected too many letters for one game. Please select fewer.'],
  ])('dealing with the query %j is refused: %s', async (query, message) => {
    const { status, body } = await deal(query);
    expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', message]);
  });

  it('dealing accepts as many letters as a superadmin can add', async () => {
    const letters = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const query = new URLSearchParams({ letters: [...letters, 'A'].join(',') });
    const { items } = await deal(`?${query.toString()}`);
    expect(items).toHaveLength(4);
  });

  it('dealing reports which cards have a picture and a sound', async () => {
    await place(service.publicDir, 'Images/ß/ßtern.png', 'picture');
    const { items } = await deal('?letters=ß');
    expect(items).toMatchObject([1, 2].map(() => ({ hasPicture: true, hasSound: false })));
  });
});
