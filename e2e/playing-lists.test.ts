import { randomBytes } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { beforeAll, expect, it } from 'vitest';

import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import {
  makeList,
  readMoments,
  recordMoments,
  toGaps,
  toTitles,
  uploadSongs,
} from './support/list-playing.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const TITLES = ['one', 'two'].map((name) => `Song ${name} ${randomBytes(3).toString('hex')}`);
let member: Account;
let songs: string[];
let list: string;

beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  member = await createMember();
  songs = await uploadSongs({ site, superadmin, clip: { seconds: 2, width: 160, height: 90 } }, TITLES);
  list = await makeList(member, 'Morning circle', songs);
});

it('a list plays through without a tap, stops at its end, and begins again from the beginning', async () => {
  const { page, trouble, close } = await openPage();
  await signInPage(page, member);
  await recordMoments(page);
  await page.goto(`/lists/${list}/play`);
  await page.getByText('That was the whole list.').waitFor();
  const moments = await readMoments(page);
  expect(toTitles(moments)).toEqual(TITLES);
  expect(moments.at(-1)?.type).toBe('ended');
  const gaps = toGaps(moments);
  console.log(`gaps: ${gaps.map((gap) => gap.toFixed(2)).join(', ')} s`);
  for (const gap of gaps) expect(gap).toBeGreaterThan(2.5);
  expect(new URL(page.url()).searchParams.get('song')).toBe(songs[1]);

  await page.getByRole('button', { name: 'From the beginning' }).click();
  await page.getByRole('heading', { level: 1, name: TITLES[0] }).waitFor();
  const position = async () =>
    (await member.call(catalog.getSongList, { params: { id: list } })).data.list.position;
  await expect.poll(position).toBe(songs[0]);
  await page.getByRole('button', { name: 'Next song' }).click();
  await expect.poll(position).toBe(songs[1]);
  expect(trouble).toEqual({ errors: [], foreignRequests: [] });
  await close();
});
