import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { rawCall } from './access/raw-call.ts';
import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { awaitPlaying } from './support/playing.ts';
import { sharedSite } from './support/shared-site.ts';

/** Who may watch, apart from everybody. */
const RESTRICTED = firstKinds('KINDS', 1, ['private', 'registered']);

const siteUrl = sharedSite().url;
let superadmin: Account;
let named: Account;
let other: Account;
const videos = new Map<catalog.Visibility, { id: string; title: string }>();

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  [named, other] = await Promise.all([createMember(), createMember()]);
  const file = await openAsBlob(await makeClip({ seconds: 2, width: 160, height: 90 }));
  for (const visibility of ['public', ...RESTRICTED] as const) {
    const title = `A ${visibility} song ${randomBytes(4).toString('hex')}`;
    const form = {
      title,
      visibility,
      file,
      ...(visibility === 'private' ? { privateUserId: named.user.id } : {}),
    };
    videos.set(visibility, { id: await uploadFile(siteUrl, superadmin, form), title });
  }
  const ids = [...videos.values()].map(({ id }) => id);
  const read = async (id: string) =>
    (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status;
  const areReady = async () => (await Promise.all(ids.map(read))).every((status) => status === 'completed');
  await until(areReady, { what: 'the videos completed', withinSeconds: 240 });
});

function videoOf(visibility: catalog.Visibility): { id: string; title: string } {
  const video = videos.get(visibility);
  if (!video) throw new Error(`There is no ${visibility} video.`);
  return video;
}

async function openAs(account: Account | undefined, path: string) {
  const opened = await openPage();
  if (account) await signInPage(opened.page, account);
  await opened.page.goto(path);
  return opened;
}

const likeButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Like,/ });
const cardOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

describe('liking', () => {
  it.runIf(isLongRun)('a member’s like changes the page, the list of favorites and the server', async () => {
    const { id, title } = videoOf('public');
    const { page, trouble, close } = await openAs(named, `/songs?v=${id}`);
    await likeButton(page).click();
    await expect.poll(() => likeButton(page).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => likeButton(page).textContent()).toContain('1 like');
    await page.getByRole('main').getByRole('button', { name: 'Favorites' }).click();
    await cardOf(page, title).getByRole('link').click();
    await page.getByRole('heading', { name: title }).waitFor();
    expect((await named.call(catalog.listLikedVideos, {})).data.videos.map((video) => video.id)).toEqual([
      id,
    ]);

    await expect.poll(() => likeButton(page).getAttribute('aria-pressed')).toBe('true');
    await likeButton(page).click();
    await expect.poll(() => likeButton(page).getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('main').getByRole('button', { name: 'Favorites' }).click();
    await cardOf(page, title).waitFor({ state: 'detached' });
    await expect.poll(async () => (await named.call(catalog.listLikedVideos, {})).data.videos).toEqual([]);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it.runIf(isLongRun)(
    'liking as a visitor prompts for signing in and leads to the sign-in dialog',
    async () => {
      const { page, close } = await openAs(undefined, `/songs?v=${videoOf('public').id}`);
      await likeButton(page).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: 'Like this video?' }).waitFor();
      await dialog.getByText('Sign in to make your opinion count.').waitFor();
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await dialog.getByLabel('Email').waitFor();
      await dialog.getByLabel('Password').fill(other.password);
      await dialog.getByLabel('Email').fill(other.user.email);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      await likeButton(page).click();
      await expect.poll(() => likeButton(page).getAttribute('aria-pressed')).toBe('true');
      await close();
    },
  );
});

describe.each(RESTRICTED)('a %s video', (visibility) => {
  it('the video is in the grid with its picture and plays for authorized accounts', async () => {
    const { title } = videoOf(visibility);
    const { page, trouble, close } = await openAs(named, '/songs');
    const card = cardOf(page, title);
    await card.scrollIntoViewIfNeeded();
    await expect
      .poll(() => card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100);
    await card.getByRole('link').click();
    await page.getByRole('heading', { name: title }).waitFor();
    await awaitPlaying(page);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it('the video does not exist for others, on its page or by a copied address of its stream or picture', async () => {
    const { id, title } = videoOf(visibility);
    const { data } = await named.call(catalog.getVideo, { params: { id } });
    const stranger = visibility === 'private' ? other : undefined;
    const { page, close } = await openAs(stranger, '/songs');
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    expect(await cardOf(page, title).count()).toBe(0);
    await page.goto(`/songs?v=${id}`);
    await page.getByRole('main').getByText('This video does not exist', { exact: false }).first().waitFor();
    expect(await page.getByText(title).count()).toBe(0);
    for (const path of [`/hls/${id}/master.m3u8`, data.video.thumbnail ?? '']) {
      const status = await page.evaluate(async (address) => (await fetch(address)).status, path);
      expect(status, path).toBe(404);
      expect((await rawCall(siteUrl + path, 'GET')).status).toBe(404);
    }
    await close();
  });
});
