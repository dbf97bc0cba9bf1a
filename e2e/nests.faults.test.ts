import { randomBytes } from 'node:crypto';

import { beforeAll, expect, it } from 'vitest';

import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { makeNestOf, openHandedOver, secondOf } from './support/nests.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const TITLE = `Long song ${randomBytes(3).toString('hex')}`;

let member: Account;
let listId: string;

beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  member = await createMember();
  const clip = { seconds: 90, width: 160, height: 90, frameRate: 5 };
  const ids = await uploadSongs({ site, superadmin, clip }, [TITLE]);
  listId = await makeList(member, 'One long song', ids);
});

it('a song that is longer than a minute plays on, since the player reports it', async () => {
  const nestId = await makeNestOf(member, { nickname: 'Robin', listId, minutes: 10 });
  const { page, trouble, close } = await openHandedOver(member, [nestId]);
  const reports: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/view')) reports.push(request.postDataJSON());
  });
  await page.getByRole('link', { name: TITLE, exact: true }).click();
  await page.getByRole('button', { name: 'Who sees my minutes?' }).waitFor();
  await expect.poll(() => secondOf(page), { timeout: 180_000, interval: 1000 }).toBeGreaterThan(72);
  expect(reports.length).toBeGreaterThanOrEqual(7);
  // Segments that are not open yet are refused for a moment, and fetched again.
  expect(trouble.errors.filter((error) => !/503.*\/hls\//.test(error))).toEqual([]);
  expect(trouble.foreignRequests).toEqual([]);
  await close();
});
