import { randomBytes } from 'node:crypto';

import { ApiError, auth } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { sharedSite } from './support/shared-site.ts';
import { collectResponses, sizeOf, toKb } from './support/sizes.ts';

const site = sharedSite().url;
const [INSIDE, OUTSIDE] = ['in', 'out'].map((name) => `Song ${name} ${randomBytes(3).toString('hex')}`);
const PIN = '4711';
/** Compressed bytes of script that the first visit of a nest may load. */
const SCRIPT_BYTES = 150_000;

let member: Account;
let ids: string[];

beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  member = await createMember();
  const clip = { seconds: 4, width: 160, height: 90 };
  ids = await uploadSongs({ site, superadmin, clip }, [INSIDE ?? '', OUTSIDE ?? '']);
  await makeList(member, 'Songs for Robin', ids.slice(0, 1));
});

it('a device that was handed over shows one nest, and nothing else until somebody gives a password', async () => {
  const opened = await openSignedIn();
  const { page, trouble } = opened;
  await makeNest(page);
  await handOver(page);
  await expectForgotten(page);
  await expectSmall(page);

  await page.getByRole('link', { name: INSIDE, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: INSIDE }).waitFor();
  const seconds = () => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);
  await expect.poll(seconds).toBeGreaterThan(0.5);

  await expectNotHere(page, '/songs');
  await expectNotHere(page, `/songs?v=${ids[1]}`);
  expect(trouble).toEqual({ errors: [], foreignRequests: [] });

  await leaveByPassword(page);
  await page.goto(`/songs?v=${ids[1]}`);
  await page.getByRole('heading', { level: 1, name: OUTSIDE }).waitFor();
  await opened.close();
});

/** Opens a page in a browser in which the member is signed in. */
async function openSignedIn(): Promise<OpenedPage> {
  const { accessToken, refreshToken } = member;
  const tokens = { name: 'auth.tokens', value: JSON.stringify({ accessToken, refreshToken }) };
  return await openPage({
    storageState: { cookies: [], origins: [{ origin: site, localStorage: [tokens] }] },
  });
}

async function makeNest(page: Page): Promise<void> {
  await page.goto('/children');
  await page.getByRole('button', { name: 'New nest' }).click();
  const dialog = page.getByRole('dialog', { name: 'New nest' });
  await dialog.getByLabel('Nickname').fill('Robin');
  await dialog.getByRole('checkbox', { name: 'Songs for Robin' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Robin' }).waitFor();
}

async function handOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hand over' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose a PIN' });
  await choice.getByLabel('PIN').fill(PIN);
  await choice.getByLabel('Once more').fill(PIN);
  await choice.getByRole('button', { name: 'Continue' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Hand over this device' });
  await confirmation.getByRole('button', { name: 'Hand over' }).click();
  await page.waitForURL('/nest');
  await page.getByRole('heading', { level: 1, name: 'Robin’s nest' }).waitFor();
}

/** Nothing of the member is left in the browser, and the member's token ends. */
async function expectForgotten(page: Page): Promise<void> {
  const stored = JSON.stringify(await page.context().storageState());
  expect(stored).toContain('nest.session');
  for (const trace of [member.accessToken, member.refreshToken, 'larksong_stream'])
    expect(stored).not.toContain(trace);
  const status = async () => {
    try {
      await member.call(auth.listNests, {});
      return 200;
    } catch (error) {
      return error instanceof ApiError ? error.status : error;
    }
  };
  await expect.poll(status, { timeout: 5000 }).toBe(401);
}

/** Opens the nest in a browser without a cache. */
async function expectSmall(page: Page): Promise<void> {
  const first = await openPage({ storageState: await page.context().storageState() });
  const responses = collectResponses(first.page);
  await first.page.goto('/nest', { waitUntil: 'networkidle' });
  await first.page.getByRole('link', { name: INSIDE, exact: true }).waitFor();
  expect(first.trouble.errors).toEqual([]);
  const script = await sizeOf('.js', responses);
  console.log(`/nest: ${toKb(script)} of script`);
  expect(script).toBeLessThanOrEqual(SCRIPT_BYTES);
  await first.close();
}

async function expectNotHere(page: Page, path: string): Promise<void> {
  const response = await page.goto(path);
  await page.getByRole('heading', { level: 1, name: 'Not here' }).waitFor();
  expect(await response?.text()).not.toContain(OUTSIDE);
  expect(await page.content()).not.toContain(OUTSIDE);
}

async function leaveByPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Grown-ups' }).hover();
  await page.mouse.down();
  await page.waitForURL('/nest/sign-in');
  await page.mouse.up();
  await page.getByLabel('Email').fill(member.user.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/');
}
