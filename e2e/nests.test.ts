import { randomBytes } from 'node:crypto';

import { ApiError, auth, catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { sharedSite } from './support/shared-site.ts';
import { collectResponses, saveData, sizeOf, toKb } from './support/sizes.ts';

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

it('a device that was handed over shows one nest, and nothing else until a PIN and a password end that', async () => {
  const opened = await openSignedIn();
  const { page, trouble } = opened;
  await makeNest(page);
  await limitTo(10);
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

  await openDoor(page);
  await page.getByText('0 of 10 minutes today').waitFor();
  await page.getByRole('button', { name: '10 min' }).click();
  await page.getByText('0 of 20 minutes today').waitFor();
  await endHandOver(page);
  await expectNotHere(page, '/songs', 'This nest is closed');
  await page.goto('/nest/sign-in');
  await signIn(page);
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
  await saveData(first.page);
  await first.page.goto('/nest', { waitUntil: 'networkidle' });
  await first.page.getByRole('link', { name: INSIDE, exact: true }).waitFor();
  expect(first.trouble.errors).toEqual([]);
  const script = await sizeOf('.js', responses);
  console.log(`/nest: ${toKb(script)} of script`);
  expect(script).toBeLessThanOrEqual(SCRIPT_BYTES);
  await first.close();
}

async function expectNotHere(page: Page, path: string, title = 'Not here'): Promise<void> {
  const response = await page.goto(path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(await response?.text()).not.toContain(OUTSIDE);
  expect(await page.content()).not.toContain(OUTSIDE);
}

/** Limits the minutes of each day. */
async function limitTo(minutes: number): Promise<void> {
  const [nest] = (await member.call(auth.listNests, {})).data.nests;
  const params = { id: nest?.id ?? '' };
  const { rule, version } = (await member.call(catalog.getNestRule, { params })).data;
  if (!rule) throw new Error('the nest has no rule');
  const time = { ...rule.time, minutes: Array.from({ length: 7 }, () => minutes) };
  await member.call(catalog.putNestRule, { params, body: { version, rule: { ...rule, time } } });
}

/** Holds the corner, and types the PIN on the pad. */
async function openDoor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Grown-ups' }).hover();
  await page.mouse.down();
  await page.waitForURL('/nest/door');
  await page.mouse.up();
  for (const digit of PIN) await page.getByRole('button', { name: digit, exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
}

async function endHandOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End the hand-over' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End the hand-over' }).click();
  await page.waitForURL('/nest/sign-in');
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(member.user.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/');
}
