import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { firstKinds } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import { rawCall } from './access/raw-call.ts';
import { until } from './access/until.ts';
import { findViolations } from './support/accessibility.ts';
import { createMember, signInPage, signInSuperadmin, visitor, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { readCount } from './support/random.ts';
import { readWatched, SCRIPT_PAYLOADS, watchPolicy } from './support/script-payloads.ts';
import { openSettled } from './support/settled.ts';
import { startSite } from './support/start-site.ts';

const NAME_LENGTH = 60;
const WIDTHS = [320, 1280, 390].slice(0, readCount('NAME_WIDTHS', 1));

let site: Stack;
let superadmin: Account;
beforeAll(async () => {
  site = await startSite({ workers: 0, hasStarterContent: true });
  superadmin = await signInSuperadmin(site);
});
afterAll(() => site?.stop());

const open = (options: Parameters<typeof openPage>[0] = {}) => openPage({ site: site.url, ...options });
const readPage = async (path: string) =>
  (await rawCall(site.url + path, 'GET', { headers: { accept: 'text/html' } })).text;

async function nameSite(name: string): Promise<void> {
  const { texts } = (await superadmin.call(auth.getSiteTexts, {})).data;
  const { about, privacy, contact } = texts;
  await superadmin.call(auth.putSiteTexts, {
    body: { name, about: about.content, privacy: privacy.content, contact: contact.content },
  });
  const shown = (await superadmin.call(auth.getSiteName, {})).data.name;
  const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const isShown = async () =>
    (await readPage('/songs')).includes(
      `<title>${escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</title>`,
    );
  await until(isShown, { what: `the page of ${shown}`, withinSeconds: 10 });
}

async function readManifest(page: Page): Promise<{ name: string; short_name: string }> {
  const session = await page.context().newCDPSession(page);
  const { errors, data = '{}' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  return JSON.parse(data) as { name: string; short_name: string }; // as the gateway writes it
}

describe('the name of the site', () => {
  it('a superadmin names the site, and pages, previews and the manifest have the name', async () => {
    const { page, trouble, close } = await open();
    await signInPage(page, superadmin);
    await page.goto('/for-parents');
    await page.getByRole('button', { name: 'Edit texts' }).click();
    await page.getByLabel('Name of this site').fill('Oak School Songs');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Oak School Songs has songs and lessons').waitFor();
    await expect.poll(() => page.title()).toBe('For parents · Oak School Songs');
    await page.getByRole('banner').getByText('Oak School Songs', { exact: true }).waitFor();
    await expect.poll(() => readPage('/')).toContain('<title>Oak School Songs</title>');
    expect(await readPage('/')).toContain('property="og:site_name" content="Oak School Songs"');
    await page.goto('/songs');
    await expect.poll(() => page.title()).toBe('Songs · Oak School Songs');
    expect(await readManifest(page)).toMatchObject({
      name: 'Oak School Songs',
      short_name: 'Oak School Songs',
    });
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it.each(
    firstKinds('KINDS', 1, [
      ['long', 'W'.repeat(NAME_LENGTH)],
      ['Arabic', 'مدرسة أغاني الأطفال الصغيرة في المدينة الكبيرة'],
    ]),
  )('the %s name fits into the bar and the menu at every size, and nothing jumps', async (_, name) => {
    await nameSite(name);
    const { page, trouble, close } = await open();
    await page.addInitScript(() => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shift += entry.value; // layout-shift
        Object.assign(window, { shift });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const width of WIDTHS)
      for (const path of ['/', '/songs']) {
        await page.setViewportSize({ width, height: 800 });
        await openSettled(page, path);
        const at = `${path}, ${width} px`;
        expect(await findLayoutTroubles(page), at).toEqual([]);
        const button = page.getByRole('banner').getByRole('button', { name: 'Sign in' });
        expect((await button.boundingBox())?.height, at).toBeLessThan(60);
        const shift = await page.evaluate(() => ('shift' in window ? Number(window.shift) : 0));
        expect(shift, at).toBeLessThanOrEqual(0.02);
      }
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Menu' }).click();
    const closeButton = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    const box = await closeButton.boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    expect(trouble.errors).toEqual([]);
    await close();
  });

  it('script payloads as names are text on pages and in the manifest', async () => {
    const payloads = SCRIPT_PAYLOADS.filter((payload) => Array.from(payload).length <= NAME_LENGTH);
    expect(payloads.length).toBeGreaterThan(20);
    const { page, close } = await open();
    await watchPolicy(page);
    // The gateway renders all of them alike (its own tests); a browser reads up to three.
    for (const payload of firstKinds('KINDS', 1, [payloads[3], payloads[0], payloads[8]].map(String))) {
      await nameSite(payload);
      await page.goto('/for-parents');
      await page.getByRole('banner').getByText(payload, { exact: true }).waitFor();
      expect(await page.title()).toBe(`For parents · ${payload}`);
      expect((await readManifest(page)).name).toBe(payload);
      expect(await readWatched(page)).toEqual({ executed: undefined, violations: [], foreign: 0 });
    }
    await nameSite('');
    expect(await readPage('/')).toContain('<title>Larksong</title>');
    await close();
  });
});

describe('an account that is deleted', () => {
  it('a member deletes the account by the keyboard, and is signed out in every tab', async () => {
    const member = await createMember(site.url);
    const { page, trouble, close } = await open({ viewport: { width: 320, height: 640 } });
    await signInPage(page, member);
    await page.goto('/profile');
    const other = await page.context().newPage();
    await other.goto('/profile');
    await other.getByText('Member since').waitFor();
    await page.getByRole('button', { name: 'Delete my account' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await findLayoutTroubles(page)).toEqual([]);
    await dialog.getByLabel('Your password').fill('a guess');
    await page.keyboard.press('Enter');
    await dialog.getByText('The password is incorrect.').waitFor();
    await dialog.getByLabel('Your password').fill(member.password);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: 'Your account has been deleted' }).waitFor();
    await other.getByText('You need to sign in to view your profile.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('auth.tokens'))).toBeNull();
    await expect(member.call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    await expect(signInAgain(site.url, member)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    const { username, email } = member.user;
    const body = { username, email, password: member.password };
    await visitor(site.url)(auth.register, { body });
    // The wrong password.
    expect(trouble.errors.filter((error) => !error.includes('status of 400'))).toEqual([]);
    await close();
  });

  it('the likes of a deleted account no longer count', async () => {
    const { id } = await findSong();
    const member = await createMember(site.url);
    await member.call(catalog.likeVideo, { params: { id } });
    const readLikes = async () =>
      (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.likeCount;
    expect(await readLikes()).toBe(1);
    await member.call(auth.deleteAccount, { body: { password: member.password } });
    await until(async () => (await readLikes()) === 0, { what: 'the like gone', withinSeconds: 20 });
  });

  it('a superadmin leaves after appointing another one, and the songs stay without a name', async () => {
    const song = await findSong();
    const heir = await createMember(site.url);
    const refused = superadmin.call(auth.deleteAccount, { body: { password: superadmin.password } });
    await expect(refused).rejects.toMatchObject({ code: 'LAST_SUPERADMIN' });
    const params = { id: heir.user.id };
    await superadmin.call(auth.updateAccount, { params, body: { role: 'superadmin' } });
    const { page, close } = await open();
    await signInPage(page, superadmin);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^They stay/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Your password').fill(superadmin.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('alertdialog', { name: 'Your account has been deleted' }).waitFor();
    const { call } = await signInAgain(site.url, heir);
    const readUploader = async () =>
      (await call(catalog.getVideo, { params: { id: song.id } })).data.video.uploader.username;
    await until(async () => (await readUploader()) === '', { what: 'the name gone', withinSeconds: 20 });
    await page.goto(`/songs?v=${song.id}`);
    await page.getByRole('heading', { name: song.title }).waitFor();
    await page
      .getByText(/\d+ views? · /)
      .first()
      .waitFor();
    expect(await page.getByText(superadmin.user.username, { exact: true }).count()).toBe(0);
    await close();
  });
});

/** Returns the first song, which is being processed. */
async function findSong(): Promise<{ id: string; title: string }> {
  const { data } = await superadmin.call(catalog.getTranscodingStatus, {});
  const [song] = data.processing;
  if (!song) throw new Error('There is no first song.');
  return song;
}
