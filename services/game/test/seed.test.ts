import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { createTestFolder } from '@larksong/service-kit/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { seed } from '../src/starter/seed.ts';
import { DRIVERS, type StartedDriver } from './drivers.ts';
import { packCalls } from './packs.ts';
import { MP3, startGame, type TestGame } from './support.ts';

/** Longer than building MinIO takes. */
const START_LIMIT_MS = 11 * 60 * 1000;

const WORDS = { A: ['apple', 'ant'], Я: ['яблоко'], क्ष: ['क्षेत्र'] };

/** Returns the folder of a small pack of letters with a file for every picture and sound. */
async function makePack(letters: Record<string, string[]>) {
  const folder = await createTestFolder();
  const put = async (path: string, content: Uint8Array | string) => {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), content);
  };
  const colour = { width: 8, height: 8, channels: 3 as const, background: 'teal' };
  const png = await sharp({ create: colour }).png().toBuffer();
  let number = 0;
  const entries = [];
  for (const [letter, names] of Object.entries(letters)) {
    const items = [];
    for (const name of names) {
      number += 1;
      const [picture, sound] = [`pictures/p${number}.png`, `sounds/s${number}.mp3`];
      await put(picture, png);
      await put(sound, Buffer.concat([MP3, Buffer.from(name)]));
      items.push({ name, picture, sound });
    }
    entries.push({ letter, items });
  }
  await put('pack.json', JSON.stringify({ letters: entries }));
  return { path: folder.path, remove: folder.remove, put };
}

describe.each(['file', 's3'] as const)('the starter pack (%s)', (name) => {
  let driver: StartedDriver | { unavailable: string };
  let game: TestGame;
  let pack: Awaited<ReturnType<typeof makePack>>;

  beforeAll(async () => {
    driver = await DRIVERS[name]();
    if ('unavailable' in driver) return;
    pack = await makePack(WORDS);
    game = await startGame(driver.config ? { storage: driver.config } : {});
    await game.storage.put('bucket-check', Buffer.from('makes the bucket'));
  }, START_LIMIT_MS);
  afterAll(async () => {
    await game?.stop();
    await pack?.remove();
    if ('stop' in driver) await driver.stop();
  });
  beforeEach(async (test) => {
    if ('unavailable' in driver) test.skip(`no MinIO: ${driver.unavailable}`);
    else await game.clear();
  });

  it('the starter pack adds letters with pairs, pictures and sounds, its files unchanged', async () => {
    const seeded = await seed({ ...game, folder: pack.path });
    expect(seeded).toEqual({
      added: [
        { letter: 'A', nameCount: 2 },
        { letter: 'Я', nameCount: 1 },
        { letter: 'क्ष', nameCount: 1 },
      ],
      left: [],
    });
    const { body } = await game.call('GET', '/api/admin/game/categories');
    const complete = { missingPictures: 0, missingSounds: 0 };
    expect(body.data).toMatchObject({
      categories: [
        { letter: 'A', itemCount: 4, pairCount: 2, ...complete },
        { letter: 'Я', itemCount: 2, pairCount: 1, ...complete },
        { letter: 'क्ष', itemCount: 2, pairCount: 1, ...complete },
      ],
    });
    const sound = await game.call('GET', encodeURI('/Audio/Я/яблоко.mp3'), { as: null });
    expect(sound.bytes).toEqual(Buffer.concat([MP3, Buffer.from('яблоко')]));
    expect((await game.call('GET', '/Images/A/ant.png', { as: null })).headers.get('content-type')).toBe(
      'image/png',
    );
    await game.sweep();
    expect(await game.keys()).toHaveLength(8);
  });

  it('the starter pack changes nothing the second time, and never an existing letter', async () => {
    const own = await game.addLetter('A');
    const card = await game.addPair(own, 'avocado');
    expect(await seed({ ...game, folder: pack.path })).toMatchObject({ added: [{}, {}], left: ['A'] });
    expect(await seed({ ...game, folder: pack.path })).toEqual({ added: [], left: ['A', 'Я', 'क्ष'] });
    const { body } = await game.call('GET', `/api/admin/game/categories/${own.id}/items`);
    expect(body.data).toMatchObject({ items: [{ id: card.id }, { name: 'avocado' }] });
    await game.sweep();
    expect(await game.keys()).toHaveLength(4);
  });

  it('two simultaneous seeds leave nothing behind', async () => {
    const both = await Promise.all([1, 2].map(() => seed({ ...game, folder: pack.path })));
    expect(both.flatMap(({ added }) => added.map(({ letter }) => letter)).toSorted()).toEqual(
      Object.keys(WORDS).toSorted(),
    );
    await game.sweep();
    expect(await game.keys()).toHaveLength(8);
  });

  it('a card pack is the same after its import on this storage as well', async () => {
    const packs = packCalls(game);
    await seed({ ...game, folder: pack.path });
    const first = await packs.exportPack();
    await game.clear();
    expect(await packs.importPack(first)).toHaveLength(12);
    await game.prepareSounds();
    expect((await packs.exportPack()).equals(first)).toBe(true);
    await game.sweep();
    expect(await game.keys()).toHaveLength(8);
  });

  it('uploads and deletions work on this storage as well', async () => {
    const item = await game.addPair(await game.addLetter('Z'), 'zebra');
    const binary = new Uint8Array(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .webp()
        .toBuffer(),
    );
    const put = await game.call('PUT', `/api/admin/game/media/${item.id}/picture`, { binary });
    expect(put.status).toBe(200);
    const { bytes, headers } = await game.call('GET', '/Images/Z/zebra.png', { as: null });
    expect((await sharp(bytes).metadata()).format).toBe('png');
    const part = await game.call('GET', '/Images/Z/zebra.png', { as: null, headers: { range: 'bytes=1-3' } });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'PNG']);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await game.call('GET', '/Images/Z/zebra.png', { as: null, headers: known })).status).toBe(304);
    await game.call('DELETE', `/api/admin/game/categories/${item.categoryId}`);
    await game.sweep();
    expect(await game.keys()).toEqual([]);
  });
});

describe('an invalid pack', () => {
  let game: TestGame;
  beforeAll(async () => {
    game = await startGame();
  });
  afterAll(() => game?.stop());

  it.each([
    ['{"letters":[{"letter":"A"}]}', /is not a starter pack/],
    [
      '{"letters":[{"letter":"AB","items":[]}]}',
      /"AB" of the starter pack: A letter is exactly one character/,
    ],
    [
      '{"letters":[{"letter":"A","items":[{"name":"a/b","picture":"p.png","sound":"s.mp3"}]}]}',
      /"a\/b" of the/,
    ],
    [
      '{"letters":[{"letter":"A","items":[{"name":"a","picture":"../p.png","sound":"s.mp3"}]}]}',
      /is not a starter/,
    ],
    [
      '{"letters":[{"letter":"A","items":[{"name":"a","picture":"s.mp3","sound":"s.mp3"}]}]}',
      /s\.mp3 .* is not a PNG/,
    ],
  ])('the invalid pack %s is refused and adds nothing', async (json, message) => {
    const pack = await makePack({});
    await pack.put('pack.json', json);
    await pack.put('s.mp3', MP3);
    await expect(seed({ ...game, folder: pack.path })).rejects.toThrow(message);
    expect(await game.db.selectFrom('categories').selectAll().execute()).toEqual([]);
    await pack.remove();
  });
});
