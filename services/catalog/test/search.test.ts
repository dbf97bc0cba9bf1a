import { createTestLogger } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { writeDocuments } from '../src/library/search/write-documents.ts';
import { addSong, callerOf, readAll, type Song } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  await catalog.db.deleteFrom('videos').execute();
  await catalog.db.deleteFrom('search_words').execute();
});
const call = callerOf(() => catalog);
const find = async (q: string, more = '') =>
  (await call.titles(`/api/videos?q=${encodeURIComponent(q)}${more}`)).toSorted();

const SONGS: Song[] = [
  { title: 'Five Little Ducks', description: 'Went swimming one day', tags: { category: 'animals' } },
  { title: 'The Elephant March', description: 'Trunks and tails', tags: { author: 'Mrs Finch' } },
  { title: 'Éléphant et souris', tags: { grade: 'Grade 2' } },
  { title: 'Wheels on the Bus', description: "Mary's favourite; don't stop", tags: { grade: 'Grade 10' } },
  { title: 'Straßenbahn', description: 'Ein Lied' },
  { title: '小鸭子之歌' },
];

/**
 * Known words of no song. Some are closer to the typed word than the intended one, and there are more than are compared.
 */
const LOOKALIKES = [
  ...[
    'bride',
    'brisk',
    'brim',
    'brig',
    'grid',
    'bridge',
    'milkman',
    'mlinar',
    'acts',
    'acme',
    'acre',
    'facts',
  ],
  ...Array.from({ length: 26 * 26 }, (_, n) =>
    String.fromCodePoint(97 + Math.floor(n / 26), 97 + (n % 26)),
  ).flatMap((end) => ['brid', 'mlik', 'act', 'sta', 'hrose'].map((start) => `${start}${end}`)),
];

describe('a search', () => {
  it.each([
    ['ducks', ['Five Little Ducks']],
    ['DUCK', ['Five Little Ducks']],
    ['little five', ['Five Little Ducks']],
    ['swim', ['Five Little Ducks']],
    ['swimming ducks', ['Five Little Ducks']],
    ['animal', ['Five Little Ducks']],
    ['finch', ['The Elephant March']],
    ['elephant', ['The Elephant March', 'Éléphant et souris']],
    ['éléphants', ['The Elephant March', 'Éléphant et souris']],
    ['eleph', ['The Elephant March', 'Éléphant et souris']],
    ['the elephant', ['The Elephant March', 'Éléphant et souris']],
    ['grade 2', ['Éléphant et souris']],
    ['grade 10', ['Wheels on the Bus']],
    ['mary', ['Wheels on the Bus']],
    ['dont', ['Wheels on the Bus']],
    ['don’t', ['Wheels on the Bus']],
    ['strasse', ['Straßenbahn']],
    ['小鸭子', ['小鸭子之歌']],
    ['ducks bus', []],
    ['xylophone', []],
  ])('a search for %s finds %j', async (q, titles) => {
    for (const song of SONGS) await addSong(catalog, song);
    expect(await find(q)).toEqual(titles.toSorted());
  });

  it.each([
    ['dukcs', ['Five Little Ducks']],
    ['litle duks', ['Five Little Ducks']],
    ['elefant', ['The Elephant March', 'Éléphant et souris']],
    ['wheles', ['Wheels on the Bus']],
    ['swiming', ['Five Little Ducks']],
    ['qqqqqq', []],
  ])('a search for the misspelt %s finds %j', async (q, titles) => {
    for (const song of SONGS) await addSong(catalog, song);
    expect(await find(q)).toEqual(titles.toSorted());
  });

  it.each([
    ['Russian', 'Весёлые медвежата', 'медведжата'],
    ['Greek', 'Το ελεφαντάκι χορεύει', 'ελεφαντακη'],
    ['Arabic', 'الفراشة الملونة', 'الفرشة'],
    ['Hindi', 'मछली जल की रानी है', 'मछलि'],
    ['Hebrew', 'הארנב הקטן', 'הארנס'],
    ['Georgian', 'პეპელა დაფრინავს', 'პეპალა'],
    ['Korean', '나비야 노래', '나비여'],
    ['Japanese', 'ちいさなかえるのうた', 'ちいさねかえるのうた'],
  ])('a search corrects a misspelt word in %s', async (_language, title, q) => {
    for (const song of [...SONGS, { title }]) await addSong(catalog, song);
    expect(await find(q)).toEqual([title]);
  });

  it.each([
    ['brid', ['Bird']],
    ['mlik', ['Milk', 'Red Milk']],
    ['rde mlik', ['Red Milk']],
    ['act', ['Cat']],
    ['sta', ['Sat']],
    ['bidr', ['Bird']],
    ['hrose', ['Horse']],
    ['cot', ['Cat']],
  ])('a search for the misspelt %s finds %j among many similar words', async (q, titles) => {
    for (const title of ['Bird', 'Milk', 'Cat', 'Sat', 'Horse', 'Red Milk'])
      await addSong(catalog, { title });
    await sql`insert into search_words select unnest(${LOOKALIKES}::text[]) on conflict do nothing`.execute(
      catalog.db,
    );
    expect(await find(q)).toEqual(titles);
  });

  it.each(['', '  ', '\t\n', '\u200b'])('a search for %j lists all videos', async (q) => {
    for (const song of SONGS) await addSong(catalog, song);
    expect(await find(q)).toHaveLength(SONGS.length);
  });

  it.each(['💥', '?!', '&', "'", '\\', ':*', '()', '<->', ' - '])(
    'a search for %j finds nothing',
    async (q) => {
      for (const song of SONGS) await addSong(catalog, song);
      expect(await find(q)).toEqual([]);
      expect(await find(q, '&grade=Grade%202')).toEqual([]);
      expect(await find(`${q} ducks ${q}`)).toEqual(['Five Little Ducks']);
    },
  );

  it.each([
    "duck' | 'x",
    "ducks' & !(",
    'ducks:*A',
    'ducks & | ! <2> ()',
    "'; drop table videos; --",
    '%',
    '_',
    '\u0000ducks',
    '\ufffd\ud83e\udd86',
    '𝔇𝔲𝔠𝔨𝔰',
    'the',
    'a the of',
    'x'.repeat(100),
    'a '.repeat(50),
    '\\'.repeat(100),
  ])('a search for %j returns a list', async (q) => {
    await addSong(catalog, { title: 'Ducks' });
    expect((await call.get(`/api/videos?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });

  it('a search for random text returns a list', async () => {
    await addSong(catalog, { title: 'Ducks' });
    const characters = Array.from(`aé'"\\&|!():*<>-%_ \t\n0ß小🦆\u0301\u200d\u0000`);
    for (let round = 0; round < (isLongRun ? 150 : 40); round += 1) {
      const q = Array.from(
        { length: 8 },
        () => characters[Math.floor(Math.random() * characters.length)],
      ).join('');
      const { status } = await call.get(`/api/videos?q=${encodeURIComponent(q)}`);
      expect([q, status]).toEqual([q, 200]);
    }
  });

  it('a search can be combined with tags, order and pages', async () => {
    for (let n = 0; n < 20; n += 1)
      await addSong(catalog, {
        title: `Duck ${n}`,
        viewCount: n % 3,
        tags: { grade: n % 2 ? 'Grade 1' : 'Grade 2', category: ['animals', 'food'] },
      });
    await addSong(catalog, { title: 'Duck of no grade' });
    expect(await find('duck', '&grade=Grade%201')).toHaveLength(10);
    expect(await find('duck', '&grade=Grade%201&category=food')).toHaveLength(10);
    expect(await find('duck', '&grade=Grade')).toEqual([]);
    expect(await find('', '&grade=Grade%202&category=food&author=Finch')).toEqual([]);
    for (const q of ['duck', 'dukc'])
      for (const sort of ['newest', 'most_viewed']) {
        const all = await readAll(call, `/api/videos?q=${q}&sort=${sort}`);
        expect([all.length, new Set(all).size]).toEqual([21, 21]);
      }
  });

  it('a search corrects words only if no video has them, even at the end of a list', async () => {
    await addSong(catalog, { title: 'Dusk' });
    for (let n = 0; n < 3; n += 1) await addSong(catalog, { title: 'Duck' });
    expect(await find('dusk')).toEqual(['Dusk']);
    const first = await call.page('/api/videos?q=duck&limit=2');
    await catalog.db.deleteFrom('videos').where('title', '=', 'Duck').execute();
    await addSong(catalog, { title: 'Duck', createdAt: new Date(Date.now() + 60_000) });
    const rest = await call.page(`/api/videos?q=duck&limit=2&cursor=${first.nextCursor}`);
    expect(rest).toEqual({ videos: [], nextCursor: null });
  });

  it('a search finds rare words far behind the newest videos', async () => {
    await addSong(catalog, { title: 'Hedgehog', createdAt: new Date('2020-01-01') });
    for (let n = 0; n < 5; n += 1)
      await addSong(catalog, { title: `Badger ${n}`, createdAt: new Date(Date.UTC(2020, 0, 2 + n)) });
    const template = await addSong(catalog, { title: 'Duck' });
    await catalog.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('videos')
        .selectAll()
        .where('id', '=', template)
        .executeTakeFirstOrThrow();
      const { extras: _extras, plan: _plan, ...rest } = row;
      // Far more than a page of hits.
      const copies = Array.from({ length: isLongRun ? 700 : 200 }, () => ({
        ...rest,
        ...{ accepted: null, failure_reason: null, readable: null },
        id: crypto.randomUUID(),
        created_at: new Date(),
      }));
      for (let n = 0; n < copies.length; n += 500)
        await trx
          .insertInto('videos')
          .values(copies.slice(n, n + 500))
          .execute();
    });
    await writeDocuments({ db: catalog.db, logger: createTestLogger() });
    expect(await find('hedgehog')).toEqual(['Hedgehog']);
    expect(await find('badger')).toHaveLength(5);
    expect(await find('duck')).toHaveLength(50);
    expect(await find('hedgehog', '&sort=most_viewed')).toEqual(['Hedgehog']);
  });
});

describe('a long list', () => {
  it.runIf(isLongRun)(
    'a long list has every hit once and in order, however frequent the word and however old the hits',
    async () => {
      const [count, parts] = [2600, 5];
      const { id: uploader } = catalog.superadmin;
      await addSong(catalog, { title: 'The first' }); // makes the uploader known
      // In parts, since each statement has the time limit of a call.
      for (let part = 0; part < parts; part += 1)
        await sql`
      insert into videos (id, title, description, visibility, private_user_id, uploader_id, status, requested_resolutions,
        source_key, source_size_bytes, playable_at, created_at, view_count)
      select gen_random_uuid(), 'Song', '', case when n % 7 = 0 then 'private' else 'public' end,
        case when n % 7 = 0 then ${uploader}::uuid end, ${uploader}, 'completed', '{360p}', 'x', 1, now(),
        timestamptz '2025-01-01' + power(n, 1.5) * interval '1 second', n % 50
      from generate_series(1, ${count}::integer) n where n % ${parts} = ${part}`.execute(catalog.db);
      for (let part = 0; part < parts; part += 1)
        await sql`
      update listings set document = array_to_tsvector(array_remove(array[
        case when n % 2 = 0 then 'every2' end, case when n % 11 = 0 then 'every11' end,
        case when n % 90 = 0 then 'every90' end, case when n % 900 = 0 then 'every900' end,
        case when n < 300 then 'old' end
      ], null))
      from (select video_id as id, row_number() over (order by created_at) as n from listings) numbered
      where video_id = id and n % ${parts} = ${part}`.execute(catalog.db);
      const rows = await catalog.db
        .selectFrom('listings')
        .innerJoin('videos', 'videos.id', 'listings.video_id')
        .select(['video_id', 'audience', 'listings.created_at', 'view_count', 'document'])
        .execute();
      for (const [word, expectedCount] of [
        ['every2', 1115],
        ['every11', 202],
        ['every90', 24],
        ['every900', 2],
        ['old', 256],
      ] as const)
        for (const sort of ['newest', 'most_viewed'] as const) {
          const value = (row: (typeof rows)[number]) =>
            sort === 'newest' ? row.created_at.getTime() : row.view_count;
          const expected = rows
            .filter(({ audience, document }) => audience === 'public' && document?.includes(`'${word}'`))
            .toSorted((a, b) => value(b) - value(a) || (a.video_id < b.video_id ? 1 : -1))
            .map((row) => row.video_id);
          expect(Math.abs(expected.length - expectedCount)).toBeLessThan(15);
          expect([
            word,
            sort,
            await readAll(call, `/api/videos?q=${word}&sort=${sort}`, {}, null, 100),
          ]).toEqual([word, sort, expected]);
        }
    },
  );
});
