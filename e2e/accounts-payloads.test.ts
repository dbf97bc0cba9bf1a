import { openAsBlob } from 'node:fs';

import { auth, catalog } from '@larksong/contracts';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { createMember, signInPage, signInSuperadmin, visitor, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import {
  readWatched,
  SCRIPT_PAYLOADS as PAYLOADS,
  watchPolicy,
  type Watched,
} from './support/script-payloads.ts';
import { sharedSite } from './support/shared-site.ts';

/** As many payloads as fit into a title of 200 characters. */
const TITLES = firstKinds('KINDS', 1, [
  PAYLOADS.slice(0, 3),
  PAYLOADS.slice(7, 11),
  PAYLOADS.slice(24, 26),
]).map((some) => some.join(' '));

let superadmin: Account;
let videoIds: string[];
const figures: Watched[] = [];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  await superadmin.call(auth.updateProfile, { body: { displayName: PAYLOADS[7] ?? '' } });
  const clip = await makeClip({ seconds: 1, width: 128, height: 96 });
  const file = await openAsBlob(clip);
  const upload = (title: string) =>
    uploadFile(sharedSite().url, superadmin, {
      title,
      description: PAYLOADS.join('\n'),
      visibility: 'public',
      file,
      fileName: `${PAYLOADS[7]?.replaceAll('"', '')}.mp4`,
    });
  videoIds = await Promise.all(TITLES.map(upload));
  for (const [index, id] of videoIds.entries()) {
    const values = PAYLOADS.filter((_, position) => position % TITLES.length === index);
    const tags = values.map((tagValue) => ({ tagType: 'category' as const, tagValue }));
    await superadmin.call(catalog.addVideoTags, { params: { id }, body: { tags } });
  }
  const read = (id: string) => superadmin.call(catalog.getVideo, { params: { id } });
  const areReady = async () => {
    const answers = await Promise.all(videoIds.map(read));
    return answers.every(({ data }) => data.video.status === 'completed');
  };
  await until(areReady, { what: 'the videos completed', withinSeconds: 240 });
});
afterAll(async () => {
  const executed = figures.filter((figure) => figure.executed !== undefined).length;
  const violations = figures.flatMap((figure) => figure.violations).length;
  console.log(
    `${PAYLOADS.length} payloads on ${figures.length} pages: executed ${executed}, violations ${violations}`,
  );
  await superadmin?.call(auth.updateProfile, { body: { displayName: null } });
});

describe(`${PAYLOADS.length} script payloads in titles, descriptions, tags, file names and names`, () => {
  it.each(
    firstKinds('KINDS', 3, [
      ['the page of each video', '', '<script>'],
      ['/accounts', '/accounts', '<img src=x'],
      ['/songs', '/songs', '<script>'],
      ['/transcoding', '/transcoding', '<script>'],
      ['/profile', '/profile', 'Member since'],
    ]),
  )('script payloads are shown as text on %s', async (_, path, visible) => {
    const { page, trouble, close } = await openPage();
    await signInPage(page, superadmin);
    await watchPolicy(page);
    const paths = path === '' ? videoIds.map((id) => `/songs?v=${id}`) : [path];
    for (const address of paths) {
      await page.goto(address);
      await page.getByRole('main').getByText(visible, { exact: false }).first().waitFor();
      await page.getByRole('banner').getByRole('button', { name: '<img src=x' }).waitFor();
      for (const button of await page.getByRole('main').getByRole('button', { name: /more/i }).all()) {
        // Before the press: a button that shows more of a list may be gone after it.
        const isMenu = (await button.getAttribute('aria-haspopup')) === 'menu';
        await button.click();
        if (!isMenu) continue;
        const items = page.getByRole('menuitem');
        await items.first().waitFor();
        await page.keyboard.press('Escape'); // the menu lies above the next button
        await items.first().waitFor({ state: 'hidden' });
      }
      const watched = await readWatched(page);
      figures.push(watched);
      expect(watched).toEqual({ executed: undefined, violations: [], foreign: 0 });
    }
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it('script payloads are rejected as a username', async () => {
    const { user } = await createMember();
    for (const username of PAYLOADS) {
      const body = {
        username: username.slice(0, 32),
        email: `x${user.email}`,
        password: 'a long enough one',
      };
      await expect(visitor()(auth.register, { body })).rejects.toMatchObject({ status: 400 });
    }
  });

  it('a script payload inserted as markup violates the policy, so it would be noticed', async () => {
    const { page, close } = await openPage();
    await watchPolicy(page);
    await page.goto('/');
    await page.evaluate(
      (payload) => document.body.insertAdjacentHTML('beforeend', payload),
      PAYLOADS[7] ?? '',
    );
    await expect.poll(async () => (await readWatched(page)).violations.length).toBeGreaterThan(0);
    expect((await readWatched(page)).executed).toBeUndefined();
    await close();
  });
});
