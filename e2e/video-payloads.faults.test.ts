import { openAsBlob } from 'node:fs';

import { auth, catalog } from '@larksong/contracts';
import { firstKinds } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { readWatched, SCRIPT_PAYLOADS, watchPolicy, type Watched } from './support/script-payloads.ts';
import { sharedSite } from './support/shared-site.ts';

const LONGEST_LABEL = 60;
const LONGEST_SEARCH = 100;
const TAG_TYPES: readonly catalog.TagType[] = ['grade', 'category', 'author'];
const IMAGE_PAYLOAD = SCRIPT_PAYLOADS.find((payload) => payload.startsWith('<img')) ?? '';
const TITLE = SCRIPT_PAYLOADS.slice(0, 3).join(' ');
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'fi', 'pl'];
/** Payloads as names of subtitles, one for each language. */
const LABELS = SCRIPT_PAYLOADS.filter((payload) => payload.length <= LONGEST_LABEL).slice(
  0,
  LANGUAGES.length,
);

const siteUrl = sharedSite().url;
const seen: Watched[] = [];
let superadmin: Account;
let ids: { ready: string; failed: string };

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  await superadmin.call(auth.updateProfile, { body: { displayName: IMAGE_PAYLOAD } });
  const form = { visibility: 'public' as const, fileName: `${IMAGE_PAYLOAD}.mp4` };
  const clip = await openAsBlob(await makeClip({ seconds: 4, width: 128, height: 96 }));
  const noVideo = new Blob([SCRIPT_PAYLOADS.join('\n')]);
  ids = {
    ready: await uploadFile(siteUrl, superadmin, { ...form, title: 'To be edited', file: clip }),
    failed: await uploadFile(siteUrl, superadmin, { ...form, title: TITLE, file: noVideo }),
  };
  const params = { id: ids.ready };
  const tags = SCRIPT_PAYLOADS.map((tagValue, index) => ({
    tagType: TAG_TYPES[index % TAG_TYPES.length] ?? 'grade',
    tagValue,
  }));
  await superadmin.call(catalog.updateVideo, {
    params,
    body: { title: TITLE, description: SCRIPT_PAYLOADS.join('\n'), tags },
  });
  const cues = SCRIPT_PAYLOADS.map((payload) => `00:00.000 --> 00:04.000\n${payload.replace('-->', '')}`);
  const content = `WEBVTT\n\n${cues.join('\n\n')}\n`;
  for (const [index, label] of LABELS.entries()) {
    const language = LANGUAGES[index] ?? 'en';
    await superadmin.call(catalog.putCaption, { params, body: { language, label, content } });
  }
  await superadmin.call(catalog.likeVideo, { params });
  const statusOf = async (id: string) =>
    (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status;
  const areDone = async () =>
    (await statusOf(ids.ready)) === 'completed' && (await statusOf(ids.failed)) === 'failed';
  await until(areDone, { what: 'one video completed, one failed', withinSeconds: 240 });
});
afterAll(async () => {
  const executed = seen.filter((one) => one.executed !== undefined).length;
  const violations = seen.flatMap((one) => one.violations).length;
  console.log(
    `${SCRIPT_PAYLOADS.length} payloads, checked ${seen.length} times: executed ${executed}, violations ${violations}`,
  );
  await superadmin?.call(auth.updateProfile, { body: { displayName: null } });
  for (const id of Object.values(ids ?? {})) await superadmin.call(catalog.deleteVideo, { params: { id } });
});

async function openSignedIn(path: string): Promise<OpenedPage> {
  const opened = await openPage();
  await signInPage(opened.page, superadmin);
  await watchPolicy(opened.page);
  await opened.page.goto(path);
  return opened;
}

async function expectOnlyText({ page, trouble }: OpenedPage): Promise<void> {
  const watched = await readWatched(page);
  seen.push(watched);
  expect(watched).toEqual({ executed: undefined, violations: [], foreign: 0 });
  expect(trouble).toEqual({ errors: [], foreignRequests: [] });
}

const main = (page: Page) => page.getByRole('main');

describe('script payloads in the metadata of a video', () => {
  it.each(
    firstKinds('KINDS', 2, [
      ['/songs?filter=favorites', '<script>'],
      ['/liked', '<script>'],
      ['/songs', '<script>'],
      ['/transcoding', 'This file is not a video'],
    ]),
  )('script payloads in metadata are shown as text on %s', async (path, visible) => {
    const opened = await openSignedIn(path);
    await main(opened.page).getByText(visible).first().waitFor();
    expect(opened.page.url()).toContain(path.split('?')[0]);
    await expectOnlyText(opened);
    await opened.close();
  });

  it('script payloads are shown as text on the video’s page, in its description, tags, chips and subtitles', async () => {
    const opened = await openSignedIn(`/songs?v=${ids.ready}`);
    const { page } = opened;
    await main(page)
      .getByText(SCRIPT_PAYLOADS.at(-1) ?? '')
      .first()
      .waitFor();
    const captions = main(page).getByLabel('Captions');
    const readLabels = async () => (await captions.locator('option').allInnerTexts()).slice(1).toSorted();
    await expect.poll(readLabels).toEqual(LABELS.map((label) => label.trim()).toSorted());
    const video = page.locator('video');
    await video.evaluate((element) => (element as HTMLVideoElement).play());
    await captions.selectOption({ index: 1 });
    const countCues = () =>
      video.evaluate((element) =>
        [...(element as HTMLVideoElement).textTracks]
          .filter(({ mode }) => mode !== 'disabled')
          .reduce((sum, { activeCues }) => sum + (activeCues?.length ?? 0), 0),
      );
    await expect.poll(countCues, { timeout: 15_000 }).toBeGreaterThan(SCRIPT_PAYLOADS.length / 2);
    await expectOnlyText(opened);
    await opened.close();
  });

  it('script payloads are shown as text in the edit dialog', async () => {
    const opened = await openSignedIn(`/songs?v=${ids.ready}`);
    const { page } = opened;
    await main(page)
      .getByRole('button', { name: /^Edit / })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Subtitles' }).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe(TITLE);
    await dialog
      .getByText(LABELS[0] ?? '')
      .first()
      .waitFor();
    await expectOnlyText(opened);
    await opened.close();
  });

  it('script payloads are shown as text in searches by address and by typing', async () => {
    const opened = await openSignedIn(`/songs?q=${encodeURIComponent(IMAGE_PAYLOAD)}`);
    const { page } = opened;
    const field = main(page).getByRole('searchbox', { name: 'Search videos' });
    await expect.poll(() => field.inputValue()).toBe(IMAGE_PAYLOAD);
    const short = SCRIPT_PAYLOADS.filter(({ length }) => length <= LONGEST_SEARCH);
    for (const payload of firstKinds('KINDS', 6, short)) {
      await field.fill(payload);
      await field.press('Enter');
      await main(page).getByRole('status').filter({ hasText: payload }).first().waitFor();
    }
    await expectOnlyText(opened);
    await opened.close();
  });
});
