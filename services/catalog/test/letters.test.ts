import { game, catalog as contract } from '@larksong/contracts';
import type { TestUser } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addSong, callerOf } from './library.ts';
import { startCatalog, toForm, upload, videoFile, type TestCatalog } from './support.ts';

let service: TestCatalog;
let member: TestUser;
beforeAll(async () => {
  service = await startCatalog();
  member = await service.issuer.signIn();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.storage.deletePrefix('videos/');
});
const call = callerOf(() => service);

const edit = (id: string, body: unknown) =>
  call.send('PATCH', `/api/admin/videos/${id}`, { headers: service.superadmin.headers, body });
const lettersOf = async (id: string) => (await call.video(id, service.superadmin.headers)).letters;
const listOf = (letter: string, more = '') =>
  call.titles(`/api/videos/?letter=${encodeURIComponent(letter)}${more}`);

describe('the letters of an upload', () => {
  it('an upload stores its letters as the game writes them, each once and in its order', async () => {
    expect(await lettersOf(await upload(service, { letters: '["ж","b","A","a","7","e\u0301"]' }))).toEqual([
      'A',
      'B',
      'É',
      'Ж',
      '7',
    ]);
  });

  it('an upload without letters has none', async () => {
    expect(await lettersOf(await upload(service))).toEqual([]);
    expect(await lettersOf(await upload(service, { letters: '[]' }))).toEqual([]);
  });

  it('an upload with wrong letters is refused and leaves nothing', async () => {
    const response = await fetch(`${service.url}/api/admin/videos/upload`, {
      method: 'POST',
      headers: service.superadmin.headers,
      body: toForm([
        ['title', 'Ducks'],
        ['letters', '["🦆"]'],
        ['video', videoFile()],
      ]),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: game.LETTER_PROBLEMS.other.message },
    ]);
    expect(await service.keys()).toEqual([]);
    expect(await service.db.selectFrom('videos').select('id').execute()).toEqual([]);
  });
});

describe('editing letters', () => {
  it('an edit replaces all letters, and without letters leaves them', async () => {
    const id = await addSong(service, { letters: ['A', 'B'] });
    expect((await edit(id, { title: 'Geese' })).body.data).toMatchObject({
      video: { title: 'Geese', letters: ['A', 'B'] },
    });
    expect((await edit(id, { letters: ['ü', 'c', 'C'] })).body.data).toMatchObject({
      video: { title: 'Geese', letters: ['C', 'Ü'] },
    });
    await edit(id, { letters: [] });
    expect(await lettersOf(id)).toEqual([]);
  });

  it.each([
    [['AB'], game.LETTER_PROBLEMS.several.message],
    [['x'.repeat(101)], game.LETTER_PROBLEMS.several.message],
    [['A', ' '], game.LETTER_PROBLEMS.missing.message],
    [['1️⃣'], game.LETTER_PROBLEMS.other.message],
    [Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZÄ'), contract.TOO_MANY_LETTERS.message],
    [Array.from({ length: 101 }, () => 'A'), contract.TOO_MANY_LETTERS.message],
    ['A', contract.TOO_MANY_LETTERS.message],
    [null, contract.TOO_MANY_LETTERS.message],
  ])('the letters %j are refused: %s', async (letters, message) => {
    const id = await addSong(service, { letters: ['B'] });
    expect(await edit(id, { title: 'Geese', letters })).toMatchObject({ status: 400, body: { message } });
    expect(await call.video(id)).toMatchObject({ title: 'Ducks', letters: ['B'] });
  });

  it('a failed video keeps its letters when it is retried', async () => {
    const id = await addSong(service, { state: 'failed', letters: ['D'] });
    const { status } = await call.send('POST', `/api/admin/videos/${id}/retry`, {
      headers: service.superadmin.headers,
    });
    expect([status, await lettersOf(id)]).toEqual([200, ['D']]);
  });
});

describe('the list of a letter', () => {
  it('the list of a letter has its videos that the viewer may watch', async () => {
    await addSong(service, { title: 'Ducks', letters: ['D', 'Q'] });
    await addSong(service, { title: 'Dogs', letters: ['D'], visibility: 'registered' });
    await addSong(service, { title: 'Dolls', letters: ['D'], visibility: 'private' });
    await addSong(service, { title: 'Deer', letters: ['D'], state: 'failed' });
    await addSong(service, { title: 'Dune', letters: ['D'], state: 'processing' });
    await addSong(service, { title: 'D', description: 'letter=D', tags: { category: 'letter=D' } });
    expect(await listOf('D')).toEqual(['Ducks']);
    expect(await listOf(' d ')).toEqual(['Ducks']);
    expect(await call.titles('/api/videos?letter=D', member.headers)).toEqual(['Dogs', 'Ducks']);
    expect(await call.titles('/api/videos?letter=D', service.superadmin.headers)).toHaveLength(3);
    expect(await listOf('É')).toEqual([]);
  });

  it('a letter can be combined with words and tags, and is no word itself', async () => {
    await addSong(service, { title: 'Ducks', letters: ['D'], tags: { grade: 'Grade 1' } });
    await addSong(service, { title: 'Dogs', letters: ['D'] });
    expect(await listOf('D', '&q=duks')).toEqual(['Ducks']);
    expect(await listOf('D', '&grade=Grade%201')).toEqual(['Ducks']);
    expect(await listOf('B', '&q=ducks')).toEqual([]);
    expect(await call.titles('/api/videos?q=letter%3DD')).toEqual([]);
  });

  it('an edit changes the lists of letters at once', async () => {
    const id = await addSong(service, { letters: ['A', 'B'] });
    await edit(id, { letters: ['B', 'C'] });
    expect([await listOf('A'), await listOf('B'), await listOf('C')]).toEqual([[], ['Ducks'], ['Ducks']]);
  });

  it('a document that the previous version writes does not remove its video from the lists of letters', async () => {
    const id = await addSong(service, { letters: ['A'] });
    await sql`update listings set document = array_to_tsvector(array['geese']) where video_id = ${id}`.execute(
      service.db,
    );
    expect([await listOf('A'), await listOf('A', '&q=geese')]).toEqual([['Ducks'], ['Ducks']]);
  });

  it.each([
    ['', game.LETTER_PROBLEMS.missing.message],
    ['AB', game.LETTER_PROBLEMS.several.message],
    ['x'.repeat(101), game.LETTER_PROBLEMS.several.message],
    ['🦆', game.LETTER_PROBLEMS.other.message],
  ])('the list of "%s" is refused: %s', async (letter, message) => {
    const answer = await call.get(`/api/videos?letter=${encodeURIComponent(letter)}`);
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });
});
