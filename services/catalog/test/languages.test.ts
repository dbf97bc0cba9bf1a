import { LANGUAGES } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { listHits } from '../src/library/listings/list-hits.ts';
import { findStems } from '../src/library/search/store.ts';
import { allOf, toWordParts } from '../src/library/search/text-query.ts';
import { toWords } from '../src/library/search/words.ts';
import { writeDocuments } from '../src/library/search/write-documents.ts';
import { INFLECTED_WORDS } from './inflected-words.ts';
import { addSong, callerOf } from './library.ts';
import { startCatalog, toForm, upload, videoFile, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
const call = callerOf(() => catalog);
const find = async (q: string, more = '') =>
  (await call.titles(`/api/videos?q=${encodeURIComponent(q)}${more}`)).toSorted();
const empty = async () => {
  await catalog.db.deleteFrom('videos').execute();
  await catalog.db.deleteFrom('search_words').execute();
  await catalog.db.deleteFrom('search_languages').execute();
};
const edit = (id: string, body: unknown) =>
  call.send('PATCH', `/api/admin/videos/${id}`, { headers: catalog.superadmin.headers, body });
const languageOf = async (id: string) => (await call.video(id, catalog.superadmin.headers)).language;
const documentOf = async (id: string) =>
  (
    await catalog.db
      .selectFrom('listings')
      .select('document')
      .where('video_id', '=', id)
      .executeTakeFirstOrThrow()
  ).document;

describe('words in the language of a video', () => {
  const WORDS = [...INFLECTED_WORDS, ['fr', 'chanter', 'Deux chants']] as const; // their stem is the English one of “chants”
  const ids = new Map<string, string>();
  beforeAll(async () => {
    for (const [language, , title] of WORDS) ids.set(title, await addSong(catalog, { title, language }));
  });
  afterAll(empty);

  it.each(WORDS)('a search (%s) for %s finds “%s” without correction', async (_language, typed, title) => {
    const query = allOf(toWordParts(await findStems(catalog.db, toWords(typed), typed)));
    const viewer = { kind: 'visitor' } as const;
    const hits = await listHits(catalog.db, { viewer, sort: 'newest', query, after: null, limit: 100 });
    expect(hits.map(({ id }) => id)).toContain(ids.get(title));
  });
});

describe('a search in several languages', () => {
  beforeAll(async () => {
    await addSong(catalog, {
      title: 'Das Häuschen im Wald',
      language: 'de',
      tags: { category: 'butterflies' },
    });
    await addSong(catalog, { title: 'Le château des étoiles', language: 'fr', tags: { grade: 'Grade 1' } });
    await addSong(catalog, { title: 'Parla parla yıldız', language: 'tr' });
    await addSong(catalog, { title: 'Stary niedźwiedź', language: 'pl' });
    await addSong(catalog, { title: 'Два півники', language: 'uk' });
    await addSong(catalog, { title: 'L’oiseau et le lapin', language: 'fr' });
    await addSong(catalog, { title: 'Haus of no language' });
    await addSong(catalog, { title: 'أُغْنِيَة الأَرْنَب', language: 'ar' });
  });
  afterAll(empty);

  it.each([
    ['without accents', 'etoile', ['Le château des étoiles']],
    ['without accents, in another form', 'yildizlar', ['Parla parla yıldız']],
    ['in capitals of the language', 'YILDIZLAR', ['Parla parla yıldız']],
    ['with stop words of its language', 'die Häuschen', ['Das Häuschen im Wald']],
    ['misspelt', 'chateua', ['Le château des étoiles']],
    ['misspelt, with a stop word', 'die Häschuen', ['Das Häuschen im Wald']],
    ['misspelt, with another form', 'chateua étoile', ['Le château des étoiles']],
    ['with an incomplete last word', 'étoile chât', ['Le château des étoiles']],
    ['elided', 'oiseaux', ['L’oiseau et le lapin']],
    ['elided in the search', "l'oiseau", ['L’oiseau et le lapin']],
    ['without vowel signs', 'الأغنية', ['أُغْنِيَة الأَرْنَب']],
    ['of an English tag', 'butterfly', ['Das Häuschen im Wald']],
    ['Polish', 'niedzwiedz', ['Stary niedźwiedź']],
    ['Polish, misspelt', 'niedzwiecz', ['Stary niedźwiedź']],
    ['Ukrainian', 'півники', ['Два півники']],
    ['Ukrainian, in another form', 'півникы', ['Два півники']],
    ['in two languages', 'häuschen étoile', []],
  ])('a search for words %s (%s) finds %j', async (_how, q, titles) => {
    expect(await find(q)).toEqual(titles);
  });

  it('a search in several languages can be combined with tags, order and pages', async () => {
    expect(await find('étoile', '&grade=Grade%201&sort=most_viewed')).toEqual(['Le château des étoiles']);
    expect(await find('étoile', '&grade=Grade%202')).toEqual([]);
  });

  it.each(LANGUAGES)('a search for random text returns a list if videos are in %s', async (language) => {
    await addSong(catalog, { title: 'x', language });
    const characters = Array.from(`aéIıßاـَ'’"\\&|!():*<>-%_ \t\n0d小🦆\u0301\u0000`);
    for (let round = 0; round < (isLongRun ? 20 : 5); round += 1) {
      const pick = () => characters[Math.floor(Math.random() * characters.length)];
      const title = Array.from({ length: 8 }, pick).join('').replaceAll('\u0000', '');
      await addSong(catalog, { title, language });
      expect([title, (await call.get(`/api/videos?q=${encodeURIComponent(title)}`)).status]).toEqual([
        title,
        200,
      ]);
    }
  });
});

describe('the language of a video', () => {
  beforeEach(empty);

  it('a video has the language of its upload, or none', async () => {
    expect(await languageOf(await upload(catalog, { language: 'uk' }))).toBe('uk');
    expect(await languageOf(await upload(catalog, { language: '' }))).toBeNull();
    expect(await languageOf(await upload(catalog))).toBeNull();
  });

  it('an upload in an unknown language is refused and leaves nothing', async () => {
    const response = await fetch(`${catalog.url}/api/admin/videos/upload`, {
      method: 'POST',
      headers: catalog.superadmin.headers,
      body: toForm([
        ['title', 'Ducks'],
        ['language', 'it'],
        ['video', videoFile()],
      ]),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: 'Language must be one of de, en, es, fr, pl, tr, uk, ar.' },
    ]);
    expect(await catalog.db.selectFrom('videos').select('id').execute()).toEqual([]);
  });

  it('an edit changes the language and its words at once, and otherwise leaves it', async () => {
    const id = await addSong(catalog, { title: 'Vogel' });
    await addSong(catalog, { title: 'Katze', language: 'de' });
    // Otherwise the word is corrected.
    await catalog.db.deleteFrom('search_words').where('word', '=', 'vogel').execute();
    expect([await find('Vogel'), await find('Vögeln'), await find('Katzen')]).toEqual([
      ['Vogel'],
      [],
      ['Katze'],
    ]);
    expect((await edit(id, { language: 'de' })).body.data).toMatchObject({ video: { language: 'de' } });
    expect(await find('Vögeln')).toEqual(['Vogel']);
    await edit(id, { description: 'Blumen' });
    expect([await languageOf(id), await find('Blume')]).toEqual(['de', ['Vogel']]);
    await edit(id, { language: null });
    expect(await languageOf(id)).toBeNull();
    expect(await documentOf(id)).not.toMatch(/=/);
    expect(await catalog.db.selectFrom('stale_documents').selectAll().execute()).toEqual([]);
  });

  it.each(['it', '', 'de-AT', 5])('an edit to the language %j is refused', async (language) => {
    const id = await addSong(catalog, { language: 'de' });
    expect((await edit(id, { language })).status).toBe(400);
    expect(await languageOf(id)).toBe('de');
  });

  it('an edit of the language is in the audit log', async () => {
    const id = await addSong(catalog, { language: 'de' });
    await edit(id, { language: 'fr' });
    const { body } = await call.get(
      `/api/admin/audit/videos?action=video.update`,
      catalog.superadmin.headers,
    );
    const { entries } = body.data as { entries: unknown[] }; // the contract
    expect(entries[0]).toMatchObject({ before: { language: 'de' }, after: { language: 'fr' } });
  });

  it('a video without a language, or in English, has the document that it had before', async () => {
    const song = { title: 'Five Little Ducks', tags: { grade: 'Grade 1' }, letters: ['D'] };
    const expected = `'1' 'duck' 'ducks' 'five' 'grade' 'grade=Grade 1' 'letter=D' 'littl' 'little'`;
    expect(await documentOf(await addSong(catalog, song))).toBe(expected);
    const inEnglish = await documentOf(await addSong(catalog, { ...song, language: 'en' }));
    expect(inEnglish?.replace(` 'language=en'`, '')).toBe(expected);
  });
});

describe('the loop that writes documents', () => {
  beforeEach(empty);
  const stale = async () =>
    (await catalog.db.selectFrom('stale_documents').select('video_id').execute()).map((row) => row.video_id);
  const write = () => writeDocuments({ db: catalog.db, logger: createTestLogger() });
  /** Writes a document as that version does: without languages. */
  const writeBefore = (id: string, words: string[]) =>
    sql`
      update listings set document = array_to_tsvector(array(
        select unnest(${words}::text[])
        union select unnest(ts_lexize('english_stem', word)) from unnest(${words}::text[]) as word
      ))
      where video_id = ${id}`.execute(catalog.db);

  it('search documents of videos that have none are written', async () => {
    const id = await addSong(catalog, { title: 'Hedgehog' });
    await catalog.db.updateTable('listings').set({ document: null }).where('video_id', '=', id).execute();
    expect(await find('hedgehog')).toEqual([]);
    await write();
    expect(await find('hedgehog')).toEqual(['Hedgehog']);
  });

  it('a document that the version before writes is written again in the language of its video', async () => {
    const id = await addSong(catalog, { title: 'Gärten', language: 'de', letters: ['G'] });
    const expected = await documentOf(id);
    expect(await stale()).toEqual([]);
    await writeBefore(id, ['garten']);
    expect(await stale()).toEqual([id]);
    expect(await find('garten')).toEqual(['Gärten']);
    await write();
    expect([await documentOf(id), await stale()]).toEqual([expected, []]);
  });

  it('a document of a video without a language is left as the version before wrote it', async () => {
    const id = await addSong(catalog, { title: 'Ducks' });
    await writeBefore(id, ['geese']);
    await write();
    expect([await stale(), await find('geese')]).toEqual([[], ['Ducks']]);
  });

  it('a language that changes without its document is noticed', async () => {
    const id = await addSong(catalog, { title: 'Gärten', language: 'fr' });
    await catalog.db.updateTable('videos').set({ language: 'de' }).execute();
    expect(await stale()).toEqual([id]);
    await write();
    expect([await stale(), await documentOf(id)]).toEqual([[], expect.stringContaining(`'de=gart'`)]);
    await catalog.db.updateTable('videos').set({ language: null }).execute();
    await write();
    expect(await documentOf(id)).not.toContain('=');
  });

  it('rounds of two processes at the same time, one of which is ended, write all documents', async () => {
    for (let n = 0; n < 30; n += 1) await addSong(catalog, { title: `Garten ${n}` });
    await catalog.db.updateTable('videos').set({ language: 'de' }).execute();
    expect(await stale()).toHaveLength(30);
    const deps = { db: catalog.db, logger: createTestLogger() };
    await Promise.all([
      writeDocuments(deps),
      writeDocuments(deps, AbortSignal.abort()),
      writeDocuments(deps),
    ]);
    expect(await stale()).toEqual([]);
    expect(await find('Gärten')).toHaveLength(30);
  });

  it('a metric counts the documents that are due', async () => {
    const metric = async () =>
      /^catalog_due_search_documents (\d+)$/m.exec(await (await fetch(`${catalog.url}/metrics`)).text())?.[1];
    expect(await metric()).toBe('0');
    const [id] = [await addSong(catalog), await addSong(catalog, { language: 'tr' })];
    await catalog.db.updateTable('listings').set({ document: null }).where('video_id', '=', id).execute();
    await catalog.db.updateTable('videos').set({ language: 'es' }).where('language', '=', 'tr').execute();
    expect(await metric()).toBe('2');
  });

  it('deleted videos leave no documents to write', async () => {
    const id = await addSong(catalog, { language: 'de' });
    await writeBefore(id, ['ducks']);
    await catalog.db.deleteFrom('videos').execute();
    expect(await stale()).toEqual([]);
  });
});
