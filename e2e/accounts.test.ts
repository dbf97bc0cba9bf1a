import { randomBytes } from 'node:crypto';

import { auth } from '@larksong/contracts';
import type { Locator, Page } from 'playwright-core';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findViolations } from './support/accessibility.ts';
import { visitor } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';

const USERNAME = `mira-${randomBytes(4).toString('hex')}`;
const EMAIL = `${USERNAME}@songs.example`;
const PASSWORD = randomBytes(12).toString('hex');
const REGISTERED = 'Registered. Please check your email to verify your account.';

let opened: OpenedPage;
let page: Page;
let dialog: Locator;
let banner: Locator;

beforeAll(async () => {
  opened = await openPage();
  page = opened.page;
  dialog = page.getByRole('dialog');
  banner = page.getByRole('banner');
  await page.goto('/');
});
afterAll(() => opened?.close());

/** Presses Tab until an element has the focus, which must not leave the dialog. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await hasFocus()); presses += 1) {
    if (presses > 30) throw new Error('The element cannot be reached by the keyboard.');
    await page.keyboard.press(key);
    const isInside = await page.evaluate(() => {
      const modal = document.querySelector('dialog[open]');
      return (
        modal === null || document.activeElement === document.body || modal.contains(document.activeElement)
      );
    });
    expect(isInside).toBe(true);
  }
}

async function typeInto(label: string, text: string): Promise<void> {
  await tabTo(dialog.getByLabel(label));
  await page.keyboard.type(text);
}

const accountMenu = () => banner.getByRole('button', { name: `${USERNAME}, account` });
const isSignedIn = () => accountMenu().waitFor();

async function readTokens(): Promise<auth.Tokens | null> {
  const text = await page.evaluate(() => localStorage.getItem('auth.tokens'));
  return text === null ? null : (JSON.parse(text) as auth.Tokens); // written by the web client
}

/** Opens another page by the menu, without reloading the client. */
async function goBy(link: string): Promise<void> {
  await banner.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
}

describe('the dialog, by the keyboard alone', () => {
  it('the sign-in dialog opens, closes with Escape, and restores the focus', async () => {
    const button = banner.getByRole('button', { name: 'Sign in' });
    await tabTo(button);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('the sign-in dialog points out missing input', async () => {
    await tabTo(dialog.getByRole('tab', { name: 'Sign in' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await tabTo(dialog.getByRole('tabpanel').getByRole('button', { name: 'Create account' }));
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter your password.').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('the sign-in dialog creates an account, and then switches to sign-in with the message', async () => {
    await tabTo(dialog.getByLabel('Username'), 'Shift+Tab');
    await page.keyboard.type(USERNAME);
    await typeInto('Email', EMAIL);
    await typeInto('Password', PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByText(REGISTERED).waitFor();
    const tab = dialog.getByRole('tab', { name: 'Sign in' });
    expect(await tab.getAttribute('aria-selected')).toBe('true');
    expect(await dialog.getByLabel('Username').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    expect(await readTokens()).not.toBeNull();
  });

  it('the sign-in dialog rejects a wrong password with a sentence, then accepts the correct one', async () => {
    const password = dialog.getByLabel('Password');
    if ((await dialog.getByLabel('Email').inputValue()) === '') await typeInto('Email', EMAIL);
    await typeInto('Password', `${PASSWORD}x`);
    await page.keyboard.press('Enter');
    await dialog.getByText('Incorrect email or password.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await tabTo(password);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await isSignedIn();
  });
});

describe('a session', () => {
  it('a session survives a reload of the page', async () => {
    await page.reload();
    await isSignedIn();
    expect(await banner.getByRole('button', { name: 'Sign in' }).count()).toBe(0);
  });

  it('a session that is ended elsewhere ends here with a clear sentence', async () => {
    // The test uses this browser's tokens to act like another device.
    const tokens = await readTokens();
    const headers = { authorization: `Bearer ${tokens?.accessToken}` };
    await visitor()(auth.logout, {}, { headers });
    await page.reload();
    await banner.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await readTokens()).toBeNull();
  });

  it.runIf(isLongRun)(
    'a session that is ended during work opens the dialog, which explains why',
    async () => {
      await goBy('Songs');
      await banner.getByRole('button', { name: 'Sign in' }).click();
      await dialog.getByLabel('Email').fill(EMAIL);
      await dialog.getByLabel('Password').fill(PASSWORD);
      // The page's refetches have been answered, so that none of them discovers the ended session.
      const answered = ['/api/videos', '/api/admin/videos/tags/values'].map((path) =>
        page.waitForResponse(
          (response) =>
            new URL(response.url()).pathname === path && 'authorization' in response.request().headers(),
        ),
      );
      await page.keyboard.press('Enter');
      await isSignedIn();
      await Promise.all(answered);
      const tokens = await readTokens();
      const headers = { authorization: `Bearer ${tokens?.accessToken}` };
      await visitor()(auth.logout, {}, { headers });
      await goBy('Profile');
      await dialog.getByText('Your session has ended. Please sign in again.').waitFor();
      expect(await findViolations(page)).toEqual([]);
      expect(await readTokens()).toBeNull();
    },
  );
});
