import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { importFolder } from '@larksong/operate/import';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { until } from './access/until.ts';
import { findViolations } from './support/accessibility.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip, makeSong } from './support/clips.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { sharedSite } from './support/shared-site.ts';

const TAG = 'Imported by a test';
const SUBTITLES = '1\r\n00:00:00,100 --> 00:00:00,900\r\nGr\xFC\xDFe\r\n'; // saved as Latin-1

let superadmin: Account;
let folder: string;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  folder = await mkdtemp(join(inject('workFolder'), 'import-'));
  const [duck, goose] = await Promise.all(
    [96, 112].map((width) => makeClip({ seconds: 1, width, height: 54, hasAudio: false })),
  );
  await mkdir(join(folder, 'farm'));
  const song = await makeSong({ title: 'Gänse im Schnee', artist: 'Ada', date: '1987' });
  await copyFile(song, join(folder, 'farm', 'Track 7.m4b'));
  await copyFile(duck ?? '', join(folder, '01 - Five_ducks.mp4'));
  await copyFile(duck ?? '', join(folder, 'farm', 'copy.mp4'));
  await copyFile(goose ?? '', join(folder, 'farm', 'IMG_0042.mp4'));
  await writeFile(join(folder, '01 - Five_ducks.de.srt'), Buffer.from(SUBTITLES, 'latin1'));
  await writeFile(
    join(folder, '01 - Five_ducks.png'),
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  await writeFile(
    join(folder, 'songs.csv'),
    '\uFEFFfile;title;visibility;category\r\nfarm/IMG_0042.mp4;Goose;registered;animals\r\nabsent.mp4;;;\r\n',
  );
});

afterAll(async () => {
  for (const { id } of await listImported())
    await superadmin.call(catalog.deleteVideo, { params: { id } }).catch(() => {});
});

async function listImported(): Promise<catalog.Video[]> {
  const sources = new Set<string>();
  const { data } = await superadmin.call(catalog.getTranscodingStatus, {});
  for (const { id } of [...data.processing, ...data.recentlyCompleted, ...data.recentlyFailed])
    sources.add(id);
  const videos = await Promise.all(
    [...sources].map(async (id) => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video),
  );
  return videos.filter(({ tags }) => tags.some(({ tagValue }) => tagValue === TAG));
}

/** Runs the command on the folder and returns its exit code and its lines. */
async function runImport(...options: string[]) {
  const lines: string[] = [];
  const notes: string[] = [];
  const { url, superadmin: login } = sharedSite();
  const code = await importFolder.run([folder, '--tags', `grade:${TAG}`, ...options], {
    environment: { LARKSONG_URL: url, LARKSONG_EMAIL: login.email, LARKSONG_PASSWORD: login.password },
    signal: new AbortController().signal,
    print: (line) => lines.push(line),
    note: (line) => notes.push(line),
  });
  return { code, lines, notes };
}

it('a folder is imported with its table, subtitles and pictures, and a second import sends nothing', async () => {
  const dry = await runImport('--dry-run');
  expect(dry.lines).toContain('farm/copy.mp4: already there, as 01 - Five_ducks.mp4');
  expect(await listImported()).toEqual([]);

  const first = await runImport();
  expect(first.notes).toContain('Line 3 of the table: there is no video named absent.mp4.');
  expect(first.lines.at(-1)).toBe('4 videos: 3 imported, 1 already there.');
  const videos = await listImported();
  const byTitle = new Map(videos.map((video) => [video.title, video]));
  expect([...byTitle.keys()].toSorted()).toEqual(['Five ducks', 'Goose', 'Gänse im Schnee']);
  expect(byTitle.get('Gänse im Schnee')?.description).toBe('Year: 1987');
  expect(byTitle.get('Gänse im Schnee')?.tags).toContainEqual({ tagType: 'author', tagValue: 'Ada' });
  expect(byTitle.get('Five ducks')).toMatchObject({
    visibility: 'private',
    privateUserId: superadmin.user.id,
    captions: [{ language: 'de', label: 'German' }],
  });
  const subtitles = await fetch(sharedSite().url + (byTitle.get('Five ducks')?.captions[0]?.url ?? ''), {
    headers: { authorization: `Bearer ${superadmin.accessToken}` },
  });
  expect(await subtitles.text()).toContain('00:00:00.100 --> 00:00:00.900\nGrüße');
  expect(byTitle.get('Five ducks')?.thumbnail).toContain('/thumbnails/');
  expect(byTitle.get('Goose')).toMatchObject({ visibility: 'registered' });
  expect(byTitle.get('Goose')?.tags).toContainEqual({ tagType: 'category', tagValue: 'animals' });

  const second = await runImport();
  expect(second).toMatchObject({ code: 0 });
  expect(second.lines.at(-1)).toBe('4 videos: 0 imported, 4 already there.');
  expect(await listImported()).toHaveLength(3);
});

/** Notices about prepared videos cover part of a small page. */
async function dismissNotices(): Promise<void> {
  await until(async () => (await listImported()).every(({ status }) => status !== 'processing'), {
    what: 'the imported videos are final',
    withinSeconds: 120,
  });
  const { data } = await superadmin.call(catalog.listNotices, {});
  if (data.notices.length > 0)
    await superadmin.call(catalog.markNoticesRead, { body: { ids: data.notices.map(({ id }) => id) } });
}

it('the page names what is on the site already and imports the rest, also at 320 px', async () => {
  await dismissNotices();
  const song = (await listImported()).find(({ title }) => title === 'Gänse im Schnee');
  expect(song).toMatchObject({ status: 'completed', playable: true, height: 720 });
  expect(song?.thumbnail).not.toBeNull();
  const { page, trouble, close } = await openPage({ viewport: { width: 320, height: 700 } });
  await signInPage(page, superadmin);
  await page.goto('/import');
  await page.getByText('How to write a table').click();
  expect(await findLayoutTroubles(page)).toEqual([]);
  const swan = await makeClip({ seconds: 1, width: 128, height: 54, hasAudio: false });
  await copyFile(swan, join(folder, 'farm', 'VID_20240512_143000.mp4'));
  await page
    .locator('input[type="file"]:not([webkitdirectory])')
    .setInputFiles([join(folder, 'farm', 'VID_20240512_143000.mp4'), join(folder, 'farm', 'IMG_0042.mp4')]);
  const list = page.getByRole('region', { name: 'Videos' });
  await list.getByText('This file is on the site as Goose').waitFor();
  await page.getByLabel('Grade').fill(TAG);
  await list.getByLabel('Title of VID_20240512_143000.mp4').fill('Swan');
  expect(await findLayoutTroubles(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 video, public, and add to 1' }).click();
  await page.getByText('The import is complete.').waitFor();
  expect((await listImported()).map(({ title }) => title)).toContain('Swan');

  // after a reload, the same files are recognised
  await page.reload();
  await page
    .locator('input[type="file"]:not([webkitdirectory])')
    .setInputFiles([join(folder, 'farm', 'VID_20240512_143000.mp4')]);
  await list.getByText('This file is on the site as Swan').waitFor();
  expect(trouble.errors).toEqual([]);
  await close();
});
