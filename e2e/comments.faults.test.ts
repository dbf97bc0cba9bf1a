import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeSongs } from './support/many-songs.ts';
import { openSettled } from './support/settled.ts';
import { sharedSite } from './support/shared-site.ts';
import { collectResponses } from './support/sizes.ts';
import { chooseComments, createWriter } from './support/talk-world.ts';

const siteUrl = sharedSite().url;
let superadmin: Account;
let writer: Account;
let id: string;
/** The setting of the site. */
let before: catalog.CommentSetting;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  before = (await superadmin.call(catalog.getCommentSettings, {})).data.settings.setting;
  writer = await createWriter(siteUrl);
  [id = ''] = await makeSongs({ site: siteUrl, superadmin }, ['A song to talk about']);
});
afterAll(() => chooseComments(superadmin, before));

async function openAs(account: Account) {
  const opened = await openPage();
  await signInPage(opened.page, account);
  return opened;
}

const commentsOf = (page: Page) => page.getByRole('article').filter({ hasText: 'We clap.' });

it('a site without comments sends members no byte of their code, on the songs and on the page of one', async () => {
  await chooseComments(superadmin, 'off');
  const { page, trouble, close } = await openAs(writer);
  const responses = collectResponses(page);
  for (const path of ['/songs', `/songs?v=${id}`]) await openSettled(page, path);
  await page.getByRole('button', { name: 'Add to a list' }).waitFor();
  const asked = responses.map((response) => new URL(response.url()).pathname);
  expect(asked.some((path) => path.includes('/watch-parts-'))).toBe(true);
  expect(asked.filter((path) => /comment|moderation/i.test(path))).toEqual([]);
  expect(trouble.errors).toEqual([]);
  await close();
});

it('a comment is written, approved by a key, read by others, and turned off with all others', async () => {
  await chooseComments(superadmin, 'approval');
  const author = await openAs(writer);
  await openSettled(author.page, `/songs?v=${id}`);
  await author.page.getByRole('textbox', { name: 'Your comment' }).fill('We clap.\nTwice.');
  await author.page.getByRole('button', { name: 'Send' }).click();
  await commentsOf(author.page).getByText('Waiting for approval').waitFor();

  const moderator = await openAs(superadmin);
  await openSettled(moderator.page, `/songs?v=${id}`);
  await moderator.page.getByText('Nobody has written a comment yet.').waitFor();
  await openSettled(moderator.page, '/comments');
  await commentsOf(moderator.page).waitFor();
  await moderator.page.keyboard.press('a');
  await moderator.page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
  await openSettled(moderator.page, `/songs?v=${id}`);
  await commentsOf(moderator.page).waitFor();
  await openSettled(author.page, `/songs?v=${id}`);
  await commentsOf(author.page).waitFor();
  expect(await author.page.getByText('Waiting for approval').count()).toBe(0);

  await chooseComments(superadmin, 'off');
  await openSettled(author.page, `/songs?v=${id}`);
  expect(await commentsOf(author.page).count()).toBe(0);
  for (const { trouble, close } of [author, moderator]) {
    expect(trouble.errors).toEqual([]);
    await close();
  }
});

it('visitors get neither comments nor their code on a site that has some', async () => {
  await chooseComments(superadmin, 'at-once');
  await writer.call(catalog.createComment, {
    params: { id },
    body: { id: crypto.randomUUID(), text: 'We sing.' },
  });
  const { page, close } = await openPage();
  const responses = collectResponses(page);
  await openSettled(page, `/songs?v=${id}`);
  const asked = responses.map((response) => new URL(response.url()).pathname);
  expect(asked.filter((path) => /comment/i.test(path))).toEqual([]);
  expect(await page.content()).not.toMatch(/We sing|1 comment/);
  await close();
});
