import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { CommandError, WrongUse } from '@larksong/service-kit';
import { createTestFolder } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { readListsCommand } from '../src/song-lists/transfer/command.ts';
import { addSong } from './library.ts';
import { makeList, offerList, readList, readOverview } from './song-lists.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

let service: TestCatalog;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
let olive: TestTeacher;
let member: TestTeacher;
beforeAll(async () => {
  [service, folder] = await Promise.all([startCatalog(), createTestFolder()]);
  [olive, member] = [
    await signIn(service, 'superadmin', { username: 'olive' }),
    await signIn(service, 'user', { username: 'mia' }),
  ];
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});
beforeEach(() => service.db.deleteFrom('song_lists').execute());

/** Runs the command in this process, which is faster than starting another one. */
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  try {
    return { code: 0, text: `${await readListsCommand(args)(service.db)}\n` };
  } catch (error) {
    if (error instanceof CommandError)
      return { code: error instanceof WrongUse ? 2 : 1, text: error.message };
    throw error;
  }
}

const hashOf = (letter: string) => letter.repeat(64);
async function addHashed(title: string, hash: string | null): Promise<string> {
  const id = await addSong(service, { title });
  await sql`update videos set source_hash = ${hash} where id = ${id}`.execute(service.db);
  return id;
}

it('lists are exported, and imported where their songs have other ids, titles and neighbours', async () => {
  const look = {
    name: 'Winter ❄',
    description: 'Snow',
    sign: 'snow' as const,
    hue: 'lake' as const,
    letters: ['S'],
  };
  const songs = [
    await addHashed('Ducks', hashOf('a')),
    await addHashed('Geese', null),
    await addHashed('Owls', null),
  ];
  await offerList(olive, { ...look, videoIds: songs });
  const own = await makeList(member, { name: 'Mine', videoIds: songs.slice(0, 1) });
  const { text } = await run('list');
  expect(text).toContain('the site  3 songs  Winter ❄');
  expect(text).toContain(`account ${member.id}  1 song  Mine`);
  const file = join(folder.path, 'lists.json');
  expect((await run('export', file)).text).toBe(`1 list written to ${file}.\n`);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    ...{ format: 'larksong-lists', version: 1 },
    lists: [
      {
        ...look,
        songs: [
          { title: 'Ducks', hash: hashOf('a') },
          { title: 'Geese', hash: null },
          { title: 'Owls', hash: null },
        ],
      },
    ],
  });
  expect((await run('export', '-', own)).text).toContain('"name": "Mine"');

  // On another site, one song has another name, one title is ambiguous, and one is missing.
  await service.db.deleteFrom('song_lists').execute();
  await service.db.deleteFrom('videos').execute();
  const ducks = await addHashed('Five little ducks', hashOf('a'));
  for (const hash of ['b', 'c']) await addHashed('Owls', hashOf(hash));
  const lines = [
    '"Winter ❄" is added with 1 of 3 songs.',
    '  1. "Ducks" is "Five little ducks" here.',
    '  2. "Geese" is left out: this site does not have it.',
    '  3. "Owls" is left out: 2 songs here have this title, and none has its file.',
  ];
  expect((await run('import', file, '--dry-run')).text).toBe(
    [...lines, '1 list with 1 song would be added. Nothing was changed.', ''].join('\n'),
  );
  expect((await readOverview(olive)).site).toEqual([]);
  expect((await run('import', file)).text).toBe([...lines, '1 list with 1 song added.', ''].join('\n'));
  const [added] = (await readOverview(olive)).site;
  expect(await readList(olive, added?.id ?? '')).toMatchObject({ ...look, songs: [{ id: ducks }] });
  expect((await run('import', file)).text).toContain('is left out: there is a list of this name already.');
  expect((await run('import', file, '--owner', member.id)).text).toContain('1 list with 1 song added.');
  expect((await readOverview(member)).own).toMatchObject([{ name: 'Winter ❄', songCount: 1 }]);
  const { data } = await olive.call(catalog.listVideoChanges, { query: { action: 'list.imported' } });
  expect(data.entries.map(({ actor, after }) => [actor.name, after])).toEqual([
    ['command line', { owner: member.id }],
    ['command line', { owner: 'the site' }],
  ]);
});

it('anything else than a file of lists is refused with a sentence', async () => {
  const file = join(folder.path, 'other.json');
  for (const [contents, sentence] of [
    ['quack', 'it is not JSON'],
    ['{"lists": []}', 'not a file of lists of this version'],
  ] as const) {
    await writeFile(file, contents);
    expect(await run('import', file)).toMatchObject({ code: 1, text: expect.stringContaining(sentence) });
  }
  expect(await run('import', join(folder.path, 'none'))).toMatchObject({ code: 1 });
  for (const args of [['swap'], ['export'], ['export', file, 'x'], ['import', file, '--owner', 'me']])
    expect(await run(...args)).toMatchObject({ code: 2 });
});
