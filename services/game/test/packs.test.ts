import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { game } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';
import { isLongRun } from '@larksong/service-kit/testing/random';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { seed } from '../src/starter/seed.ts';
import { applePack, colour, importOf, manifest, packCalls, PICTURE, short, SOUND } from './packs.ts';
import { MP3, place, startGame, type TestGame } from './support.ts';
import { buildZip } from './zip-builder.ts';

const STARTER = join(import.meta.dirname, '..', 'starter-pack');
const MAX_BYTES = 8 * 1024 * 1024;

let service: TestGame;
let packs: ReturnType<typeof packCalls>;
let png: Buffer;
let otherPng: Buffer;
beforeAll(async () => {
  service = await startGame({ maxPackBytes: MAX_BYTES, maxMediaBytes: 1024 * 1024, stallSeconds: 5 });
  packs = packCalls(service);
  [png, otherPng] = await Promise.all([colour('teal'), colour('orange')]);
});
afterAll(() => service?.stop());
beforeEach(() => service.clear());

describe('an exported pack', () => {
  it.runIf(isLongRun)('the starter pack is the same after its import into an empty site', async () => {
    await seed({ ...service, folder: STARTER });
    const first = await packs.exportPack();
    await service.clear();
    const lines = await packs.importPack(first);
    expect(new Set(short(lines))).toEqual(new Set(['cards added', 'picture added', 'sound added']));
    expect(lines).toHaveLength(3 * 97);
    expect(await service.prepareSounds()).toBe(97);
    expect((await packs.exportPack()).equals(first)).toBe(true);
    const kept = readFileSync(join(STARTER, 'pictures/apple.png'));
    expect((await service.call('GET', '/Images/A/apple.png', { as: null })).bytes.equals(kept)).toBe(true);
  });

  it('a pack has names in every script, all cards, and files by hand; an order that does not depend on time', async () => {
    const a = await service.addLetter('Я');
    await service.addItem(a, 'яблоко', 'image');
    await service.addItem(a, 'яблоко', 'image');
    await service.addPair(a, 'Яблоко');
    await service.addLetter('Q');
    await place(service.publicDir, 'Images/Я/яблоко.png', png);
    await place(service.publicDir, 'Images/Я/Яблоко.png', otherPng);
    await place(service.publicDir, 'Audio/Я/яблоко.mp3', MP3);
    const first = await packs.exportPack();
    expect((await packs.exportPack()).equals(first)).toBe(true);
    await service.clear();
    await packs.importPack(first);
    await service.prepareSounds();
    expect((await packs.exportPack()).equals(first)).toBe(true);
    const cards = await service.db.selectFrom('items').select(['name', 'type']).execute();
    expect(cards.map(({ name, type }) => `${name} ${type}`).toSorted()).toEqual([
      'Яблоко image',
      'Яблоко letter',
      'яблоко image',
      'яблоко image',
    ]);
    const { bytes } = await service.call('GET', encodeURI('/Images/Я/Яблоко.png'), { as: null });
    expect(bytes.equals(otherPng)).toBe(true);
  });

  it('the spoken names of letters are in a pack: uploaded ones, those placed by hand, and those of the game', async () => {
    const sounds = ['one', 'two', 'three'].map((text) => Buffer.concat([MP3, Buffer.from(text)]));
    const [uploaded = MP3, placed = MP3, builtIn = MP3] = sounds.map((sound) => new Uint8Array(sound));
    for (const letter of ['A', 'B', 'Я'])
      await service.addPair(await service.addLetter(letter), `${letter}-word`);
    const [a] = (await service.call('GET', '/api/admin/game/categories')).body.data?.categories ?? [];
    const { id } = a as unknown as { id: string };
    await place(service.builtInDir, 'sounds/letters/A.mp3', builtIn);
    await place(service.builtInDir, 'sounds/letters/B.mp3', builtIn);
    await place(service.publicDir, 'Audio/letters/Я.mp3', placed);
    const path = `/api/admin/game/categories/${id}/sound`;
    expect((await service.call('PUT', path, { binary: uploaded })).body.data).toMatchObject({
      category: { soundState: 'preparing' },
    });
    await service.prepareSounds();
    const first = await packs.exportPack();
    expect(sounds.map((sound) => first.includes(sound))).toEqual([true, true, true]);

    await service.clear();
    const lines = (await packs.importPack(first)).filter(({ part }) => part === 'letterName');
    await service.prepareSounds();
    const results = lines.map(({ letter, path: file, result }) => [letter, file, result]);
    // Files of the game outlive the content of a site, but nobody has chosen them there.
    expect(results).toEqual([
      ['A', 'Audio/letters/A.mp3', 'added'],
      ['B', 'Audio/letters/B.mp3', 'present'],
      ['Я', 'Audio/letters/Я.mp3', 'added'],
    ]);
    expect((await packs.exportPack()).equals(first)).toBe(true);
    const read = () => service.call('GET', '/Audio/letters/A.mp3', { as: null });
    expect((await read()).bytes.equals(uploaded)).toBe(true);
    const { categories } = (await service.call('GET', '/api/admin/game/categories')).body.data as unknown as {
      categories: game.AdminCategory[];
    };
    const again = `/api/admin/game/categories/${categories[0]?.id}/sound`;
    expect((await service.call('DELETE', again)).body.data).toMatchObject({
      category: { soundSource: 'game', soundState: 'ready' },
    });
    expect((await read()).bytes.equals(builtIn)).toBe(true);
  });

  it('a letter name that somebody has uploaded or placed by hand stays, unless it is to be replaced', async () => {
    const [uploaded, placed, brought] = ['one', 'two', 'three'].map((text) =>
      Buffer.concat([MP3, Buffer.from(text)]),
    ) as [Buffer, Buffer, Buffer];
    const paths = { A: 'Audio/letters/A.mp3', B: 'Audio/letters/B.mp3' };
    const letters = Object.entries(paths).map(([letter, sound]) => ({ letter, sound, items: [] }));
    const data = JSON.stringify({ format: 'larksong-pack', version: 1, letters });
    const packOf = (sound: Buffer) =>
      buildZip([
        { path: 'pack.json', data },
        { path: paths.A, data: sound },
        { path: paths.B, data: sound },
      ]);
    for (const letter of ['A', 'B']) await place(service.builtInDir, `sounds/letters/${letter}.mp3`, MP3);
    await place(service.publicDir, paths.B, placed);
    expect(short(await packs.importPack(packOf(uploaded)))).toEqual(['letterName added', 'letterName kept']);
    await service.prepareSounds();
    expect(short(await packs.importPack(packOf(brought)))).toEqual(['letterName kept', 'letterName kept']);
    const replaced = await packs.importPack(packOf(brought), '?replace=true');
    expect(short(replaced)).toEqual(['letterName replaced', 'letterName replaced']);
  });

  it('an empty site has an empty pack, which can be imported', async () => {
    expect(await packs.importPack(await packs.exportPack())).toEqual([]);
  });

  it('a picture whose object is missing from storage is not exported, and the rest is', async () => {
    await packs.importPack(applePack(png));
    await service.prepareSounds();
    for (const key of await service.keys()) if (key.endsWith('.png')) await service.storage.delete(key);
    const zip = await packs.exportPack();
    expect([zip.includes(PICTURE), zip.includes(SOUND)]).toEqual([false, true]);
  });
});

describe('an imported pack', () => {
  it('a pack may be in a folder of its zip, and its pictures and sounds in any accepted format', async () => {
    const jpeg = await colour('red', 'jpeg', 600);
    const zip = buildZip([
      { path: 'my cards/', data: '' },
      { path: 'my cards/photo.jpg', data: jpeg },
      { ...manifest({ A: [{ name: 'apple', picture: 'photo.jpg' }] }), path: 'my cards/pack.json' },
    ]);
    expect(short(await packs.importPack(zip))).toEqual(['cards added', 'picture added']);
    const { bytes } = await service.call('GET', '/Images/A/apple.png', { as: null });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512 });
    expect(short(await packs.importPack(zip))).toEqual(['cards present', 'picture present']);
  });

  it('a picture keeps its bytes only if it is as the site makes it', async () => {
    const tagged = await sharp(png)
      .withExif({ IFD0: { Copyright: 'secret' } })
      .png()
      .toBuffer();
    const appended = Buffer.concat([png, Buffer.from('secret')]);
    const large = await colour('teal', 'png', 600);
    for (const file of [tagged, appended, large]) {
      await service.clear();
      expect(short(await packs.importPack(applePack(file)))).toContain('picture added');
      const { bytes } = await service.call('GET', '/Images/A/apple.png', { as: null });
      expect(bytes.equals(file)).toBe(false);
      expect(bytes.includes('secret')).toBe(false);
      expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(512);
    }
  });

  it('a pack can be imported again, which adds nothing', async () => {
    const zip = applePack(png);
    expect(short(await packs.importPack(zip))).toEqual(['cards added', 'picture added', 'sound added']);
    // While the sound is being prepared, and afterwards.
    expect(short(await packs.importPack(zip))).toEqual(['cards present', 'picture present', 'sound present']);
    await service.prepareSounds();
    for (const query of ['', '?replace=true'])
      expect(short(await packs.importPack(zip, query))).toEqual([
        'cards present',
        'picture present',
        'sound present',
      ]);
    expect(await service.db.selectFrom('items').selectAll().execute()).toHaveLength(2);
    await service.sweep();
    expect(await service.keys()).toHaveLength(2);
  });

  it('other pictures and sounds stay, unless they are to be replaced', async () => {
    await packs.importPack(applePack(png));
    await service.prepareSounds();
    const other = applePack(otherPng, Buffer.concat([MP3, Buffer.from('other')]));
    expect(short(await packs.importPack(other))).toEqual(['cards present', 'picture kept', 'sound kept']);
    const read = async () => (await service.call('GET', `/${PICTURE}`, { as: null })).bytes;
    expect((await read()).equals(png)).toBe(true);
    const bad = await packs.importPack(
      applePack(Buffer.from('no picture'), new Uint8Array(Buffer.from('no sound'))),
    );
    expect(short(bad)).toEqual(['cards present', 'picture refused', 'sound refused']);
    expect(short(await packs.importPack(other, '?replace=true'))).toEqual([
      'cards present',
      'picture replaced',
      'sound replaced',
    ]);
    expect((await read()).equals(otherPng)).toBe(true);
    await service.prepareSounds();
    await service.sweep();
    expect(await service.keys()).toHaveLength(2);
  });

  it('files placed by hand count as what the site has', async () => {
    await place(service.publicDir, PICTURE, png);
    await place(service.publicDir, SOUND, 'another sound');
    expect(short(await packs.importPack(applePack(png)))).toEqual([
      'cards added',
      'picture present',
      'sound kept',
    ]);
    expect(short(await packs.importPack(applePack(png), '?replace=true'))).toEqual([
      'cards present',
      'picture present',
      'sound replaced',
    ]);
  });

  it('bad files of a pack are named with their reasons, and the good ones are imported', async () => {
    const zip = buildZip([
      manifest({
        A: [
          { name: 'apple', picture: 'text.png', sound: 'text.mp3' },
          { name: 'ant', picture: 'broken.png', sound: 'missing.mp3' },
          { name: 'arm', picture: 'large.png', sound: 'arm.mp3' },
          { name: 'a/b', picture: 'a-b.png' },
        ],
        AB: [{ name: 'abbey' }],
      }),
      { path: 'text.png', data: 'no picture' },
      { path: 'text.mp3', data: 'no sound' },
      { path: 'broken.png', data: png.subarray(0, 40) },
      { path: 'large.png', data: randomBytes(1024 * 1024 + 1) },
      { path: 'arm.mp3', data: MP3 },
      { path: 'a-b.png', data: png },
      { path: '../../etc/cron.d/larksong', data: 'evil' },
      { path: 'inner.zip', data: applePack(png) },
    ]);
    const lines = await packs.importPack(zip);
    expect(lines.map(({ name, path, result, reason }) => [name ?? path, result, reason])).toEqual([
      ['apple', 'added', null],
      ['apple', 'refused', 'This file is not a PNG, JPEG or WebP picture.'],
      ['apple', 'refused', game.OTHER_SOUND_FORMAT.message],
      ['ant', 'added', null],
      ['ant', 'refused', 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.'],
      ['ant', 'refused', 'The pack does not contain this file.'],
      ['arm', 'added', null],
      ['arm', 'refused', 'This file is larger than 1 MB.'],
      ['arm', 'added', null],
      ['a/b', 'refused', 'A name cannot contain any of / \\ : * ? " < > | %.'],
      ['abbey', 'refused', 'A letter is exactly one character.'],
      ['../../etc/cron.d/larksong', 'refused', 'The path of this file leads out of the pack.'],
      ['inner.zip', 'refused', 'pack.json does not mention this file.'],
    ]);
    expect(lines.flatMap(({ explanation }) => explanation ?? [])).toEqual([
      { reason: 'game.picture-format' },
      { reason: 'game.sound-format' },
      { reason: expect.stringMatching(/^picture\./) as string },
      { reason: 'packed.absent' },
      { reason: 'packed.too-large', values: { megabytes: 1 } },
      { reason: 'name.sign' },
      { reason: 'letter.several' },
      { reason: 'packed.outside' },
      { reason: 'packed.unlisted' },
    ]);
    const categories = await service.db.selectFrom('categories').select('letter').execute();
    expect(categories).toEqual([{ letter: 'A' }]);
  });

  it('a sound that cannot be prepared is refused in the end, and again', async () => {
    const { id } = importOf(await packs.send(applePack(png)));
    await service.runImports();
    expect((await packs.read(id)).preparingCount).toBe(1);
    const { sound } = (await service.internal(game.claimSound, { body: { workerId: 'w' } })).data;
    const [message, soundReason] = ['This file contains only silence.', why('sound-silent')];
    const body = { token: sound?.token ?? '', cause: 'input' as const, message, reason: soundReason };
    await service.internal(game.failSound, { params: { id: sound?.id ?? '' }, body });
    const { preparingCount, lines } = await packs.read(id);
    const refused = { result: 'refused', reason: message, explanation: null, soundReason };
    expect([preparingCount, lines[2]]).toMatchObject([0, refused]);
    expect((await packs.importPack(applePack(png)))[2]).toMatchObject(refused);
  });
});
