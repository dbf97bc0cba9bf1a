import { game } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { seed } from '../src/starter/seed.ts';
import { colour, importOf, packCalls, PACKS, short } from './packs.ts';
import { MP3, place, startGame, type TestGame } from './support.ts';
import { buildZip } from './zip-builder.ts';

const ADMIN = '/api/admin/game';
const STARTER = new URL('../starter-pack', import.meta.url).pathname;

let service: TestGame;
let packs: ReturnType<typeof packCalls>;
let png: Buffer;
beforeAll(async () => {
  service = await startGame({});
  packs = packCalls(service);
  png = await colour('teal');
});
afterAll(() => service?.stop());
beforeEach(() => service.clear());

/** Makes a call and returns its data. */
async function ask<Data>(method: string, path: string, json?: object): Promise<Data> {
  const { status, body } = await service.call(method, encodeURI(path), json ? { json } : {});
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${body.message}`);
  return body.data as Data;
}

async function addPair(pack: string, letter: string, name: string): Promise<game.AdminItem> {
  const { category } = await ask<{ category: game.AdminCategory }>(
    'POST',
    `${ADMIN}/categories?pack=${pack}`,
    { letter },
  ).catch(async () => {
    const { categories } = await ask<{ categories: game.AdminCategory[] }>(
      'GET',
      `${ADMIN}/categories?pack=${pack}`,
    );
    return { category: categories.find((one) => one.letter === letter) as game.AdminCategory };
  });
  const card = { categoryId: category.id, name };
  await ask('POST', `${ADMIN}/items?pack=${pack}`, { ...card, type: 'image' });
  return (
    await ask<{ item: game.AdminItem }>('POST', `${ADMIN}/items?pack=${pack}`, { ...card, type: 'letter' })
  ).item;
}

const lettersOf = async (path: string) =>
  (await ask<{ categories: game.Category[] }>('GET', path)).categories.map(({ letter }) => letter);

describe('packs in further languages', () => {
  it('packs are separate: the same letter is in each, and calls without a pack know only the own one', async () => {
    await service.addPair(await service.addLetter('A'), 'apple');
    const before = await service.call('GET', '/api/game/categories', { as: null });
    for (const [letter, name] of [
      ['z', 'Zebra'],
      ['ä', 'Ähre'],
      ['a', 'Apfel'],
      ['ß', 'ß'],
    ] as const)
      await addPair('de', letter, name);
    expect(await lettersOf('/api/game/categories?pack=de')).toEqual(['A', 'Ä', 'ß', 'Z']);
    expect((await service.call('GET', '/api/game/categories', { as: null })).bytes).toEqual(before.bytes);
    expect(await lettersOf('/api/game/categories?pack=en')).toEqual(['A']);
    expect(await lettersOf('/api/game/categories?pack=es')).toEqual([]);
    expect(await ask('GET', '/api/game/packs')).toEqual({
      packs: [
        { language: 'en', letterCount: 1, pairCount: 1 },
        { language: 'de', letterCount: 4, pairCount: 4 },
      ],
    });
    const { items } = await ask<{ items: game.DealtItem[] }>('GET', '/api/game/items?letters=a,ä&pack=de');
    expect(new Set(items.map(({ name }) => name))).toEqual(new Set(['Apfel', 'Ähre']));
    expect(await ask('GET', '/api/game/items?letters=Ä')).toEqual({ items: [] });
  });

  it('letters are in the upper case and the order of their language', async () => {
    for (const letter of ['i', 'ı', 'ş', 's']) await addPair('tr', letter, `${letter}-word`);
    expect(await lettersOf('/api/game/categories?pack=tr')).toEqual(['I', 'İ', 'S', 'Ş']);
    const { letters } = await ask<{ letters: game.LetterWords[] }>('GET', '/api/game/words?pack=tr');
    expect(letters.map(({ words }) => words[0]?.name)).toEqual(['ı-word', 'i-word', 's-word', 'ş-word']);
    const dealt = await ask<{ items: game.DealtItem[] }>('GET', '/api/game/items?letters=i&pack=tr');
    expect(new Set(dealt.items.map(({ letter }) => letter))).toEqual(new Set(['İ']));
  });

  it('an unknown pack is refused by calls, and its pictures do not exist', async () => {
    const refused = await service.call('GET', '/api/game/categories?pack=xx');
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'pack is de, en, es, fr, pl, tr, uk or ar.',
    ]);
    for (const pack of ['xx', '', '../de'])
      expect((await service.call('GET', `/Images/A/apple.png?pack=${pack}`)).status).toBe(404);
  });

  it('pictures and sounds of a pack are at its addresses alone, and survive every sweep', async () => {
    const { id } = await addPair('de', 'A', 'apple');
    await service.addPair(await service.addLetter('A'), 'apple');
    const put = (what: string, binary: Uint8Array<ArrayBuffer>) =>
      service.call('PUT', `${ADMIN}/media/${id}/${what}?pack=de`, { binary });
    expect((await put('picture', new Uint8Array(png))).status).toBe(200);
    expect((await put('sound', MP3)).body.data).toMatchObject({ item: { soundState: 'preparing' } });
    expect(await service.prepareSounds()).toBe(1);
    await service.sweep();
    const read = async (path: string) => (await service.call('GET', path, { as: null })).status;
    for (const path of ['/Images/A/apple.png', '/Audio/A/apple.mp3'])
      expect([await read(path), await read(`${path}?pack=de`), await read(`${path}?pack=es`)]).toEqual([
        404, 200, 404,
      ]);
    expect((await put('picture', new Uint8Array(await colour('red')))).status).toBe(200);
    await service.sweep();
    expect(await service.keys()).toHaveLength(2);
    const { categories } = await ask<{ categories: game.AdminCategory[] }>(
      'GET',
      `${ADMIN}/categories?pack=de`,
    );
    expect(categories).toMatchObject([{ letter: 'A', missingPictures: 0, missingSounds: 0 }]);
    expect((await service.call('DELETE', `${ADMIN}/categories/${categories[0]?.id}`)).status).toBe(404);
    await ask('DELETE', `${ADMIN}/categories/${categories[0]?.id}?pack=de`);
    await service.sweep();
    expect(await service.keys()).toEqual([]);
  });

  it('a worker’s failure, heartbeat and return reach a sound of a further pack', async () => {
    const { id } = await addPair('de', 'A', 'Apfel');
    await service.call('PUT', `${ADMIN}/media/${id}/sound?pack=de`, { binary: MP3 });
    const claim = async () =>
      (await service.internal(game.claimSound, { body: { workerId: 'worker-1' } })).data.sound;
    const first = await claim();
    const params = { id: first?.id ?? '' };
    const { data } = await service.internal(game.heartbeatSound, {
      params,
      body: { token: first?.token ?? '', alone: false },
    });
    expect(data).toEqual({ stop: false });
    await service.internal(game.releaseSound, { params, body: { token: first?.token ?? '' } });
    const second = await claim();
    await service.internal(game.failSound, {
      params,
      body: { token: second?.token ?? '', cause: 'input', message: 'This is no sound.' },
    });
    expect(await claim()).toBeNull();
    const { categories } = await ask<{ categories: game.AdminCategory[] }>(
      'GET',
      `${ADMIN}/categories?pack=de`,
    );
    const { items } = await ask<{ items: game.AdminItem[] }>(
      'GET',
      `${ADMIN}/categories/${categories[0]?.id}/items?pack=de`,
    );
    expect(items[0]).toMatchObject({ soundState: 'failed' });
  });

  it('files placed by hand for a pack are in the folder of its language', async () => {
    await addPair('de', 'Ä', 'Äpfel');
    await place(service.publicDir, 'de/Images/Ä/Äpfel.png', png);
    await place(service.publicDir, 'Audio/letters/Ä.mp3', MP3);
    await place(service.builtInDir, 'sounds/letters/Ä.mp3', MP3);
    const read = async (path: string) => (await service.call('GET', encodeURI(path), { as: null })).status;
    expect(await read('/Images/Ä/Äpfel.png')).toBe(404);
    expect(await read('/Images/Ä/Äpfel.png?pack=de')).toBe(200);
    // An English voice does not say German letters.
    expect([await read('/Audio/letters/Ä.mp3'), await read('/Audio/letters/Ä.mp3?pack=de')]).toEqual([
      200, 404,
    ]);
    const { items } = await ask<{ items: game.DealtItem[] }>('GET', '/api/game/items?letters=Ä&pack=de');
    expect(items[0]).toMatchObject({ hasPicture: true, hasLetterSound: false });
    expect(await read('/Audio/victory.mp3?pack=de')).toBe(await read('/Audio/victory.mp3'));
  });

  it('changes of a further pack are recorded with its language', async () => {
    await addPair('de', 'A', 'Apfel');
    const { entries } = await ask<{ entries: { action: string; after: unknown }[] }>(
      'GET',
      '/api/admin/audit/game?limit=3',
    );
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['card.create', { letter: 'A', type: 'letter', pack: 'de' }],
      ['card.create', { letter: 'A', type: 'image', pack: 'de' }],
      ['letter.create', { pack: 'de' }],
    ]);
  });
});

describe('card packs with a language', () => {
  it('an export names its language, and an import adds to the pack of that language', async () => {
    await addPair('tr', 'i', 'inek');
    await service.addPair(await service.addLetter('I'), 'igloo');
    const exported = await service.call('GET', `${PACKS}/export?pack=tr`);
    expect(exported.headers.get('content-disposition')).toBe('attachment; filename="larksong-cards-tr.zip"');
    expect(exported.bytes.includes('"language": "tr"')).toBe(true);
    expect((await packs.exportPack()).includes('"language"')).toBe(false);
    await service.clear();
    const answer = importOf(await packs.send(exported.bytes));
    expect(answer.language).toBe('tr');
    await service.runImports();
    expect(short(await packs.readLines(answer.id))).toEqual(['cards added']);
    expect(await lettersOf('/api/game/categories?pack=tr')).toEqual(['İ']);
    expect(await lettersOf('/api/game/categories')).toEqual([]);
    const again = await service.call('GET', `${PACKS}/export?pack=tr`);
    expect(again.bytes.equals(exported.bytes)).toBe(true);
  });

  it.each([
    ['de-AT', 202, undefined],
    ['DE', 202, undefined],
    ['en', 202, undefined],
    [
      'la',
      400,
      'This pack is in a language that the game does not know: la. pack.json must name one of de, en, es, fr, pl, tr, uk, ar.',
    ],
    [
      '',
      400,
      'This pack is in a language that the game does not know: . pack.json must name one of de, en, es, fr, pl, tr, uk, ar.',
    ],
  ])('a pack with the language "%s" is answered with %d', async (language, status, message) => {
    const letters = [{ letter: 'A', items: [{ name: 'Apfel' }] }];
    const data = JSON.stringify({ format: 'larksong-pack', version: 1, language, letters });
    const answer = await packs.send(buildZip([{ path: 'pack.json', data }]));
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });
});

describe('starter packs of further languages', () => {
  const start = async (language: string) =>
    importOf(await service.call('POST', `${PACKS}/starter/${language}`));

  it('a starter pack is added after a stop in the middle, and adds nothing the second time', async () => {
    const { id, stepCount } = await start('de');
    const stop = new AbortController();
    const onResult = () => stop.abort();
    await service.runImports({ onResult }, stop.signal);
    expect(await packs.read(id)).toMatchObject({ state: 'running', language: 'de', doneCount: 1 });
    await service.runImports();
    const lines = await packs.readLines(id);
    expect(new Set(short(lines))).toEqual(new Set(['cards added', 'picture added']));
    expect(lines).toHaveLength(2 * stepCount);
    const { items } = await ask<{ items: game.DealtItem[] }>(
      'GET',
      `/api/game/items?letters=${game.ALPHABETS.de.join(',')}&limit=16&pack=de`,
    );
    expect(items.map(({ hasPicture, hasSound }) => [hasPicture, hasSound])).toEqual(
      items.map(() => [true, false]),
    );
    const second = await start('de');
    await service.runImports();
    expect(new Set(short(await packs.readLines(second.id)))).toEqual(
      new Set(['cards present', 'picture present']),
    );
    const { packs: listed } = await ask<{ packs: game.AdminPack[] }>('GET', `${ADMIN}/languages`);
    expect(listed.slice(0, 2)).toMatchObject([
      { language: 'en', letterCount: 0, starter: null },
      { language: 'de', letterCount: 23, starter: { missingLetters: Array.from('ÄCÖÜXY') } },
    ]);
    expect((await service.call('POST', `${PACKS}/starter/fr`)).status).toBe(400);
  });

  it('the command adds the same letters, and nothing twice', async () => {
    const first = await seed({ ...service, folder: STARTER, language: 'es' });
    expect(first.added).toHaveLength(22);
    expect(await seed({ ...service, folder: STARTER, language: 'es' })).toMatchObject({ added: [] });
    await service.sweep();
    expect(await service.keys()).toHaveLength(68);
    const { id } = await start('es');
    await service.runImports();
    expect(new Set(short(await packs.readLines(id)))).toEqual(new Set(['cards present', 'picture present']));
  });
});
