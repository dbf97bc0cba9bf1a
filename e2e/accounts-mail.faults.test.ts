import { auth } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { awaitMailLink } from './access/mails.ts';
import { until } from './access/until.ts';
import { findViolations } from './support/accessibility.ts';
import { createMember, signInPage, signInSuperadmin, visitor } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { sharedSite } from './support/shared-site.ts';

/** The page asks for new mails at least as often. */
const REFRESH_MS = 10_000;
const NEW_PASSWORD = 'a meadow full of larks';
const siteUrl = sharedSite().url;

const avatar = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `${name}, account` });
const signInButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' });

describe('the mail for a new password', () => {
  it('the mail for a new password sets it once by its link and ends every session of the account', async () => {
    const member = await createMember();
    const { username, email } = member.user;
    const elsewhere = await openPage();
    await signInPage(elsewhere.page, member);
    await elsewhere.page.goto('/songs');
    await avatar(elsewhere.page, username).waitFor();

    const { page, trouble, close } = await openPage();
    await page.goto('/');
    await signInButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByRole('button', { name: 'Forgot password' }).click();
    await dialog.getByText('If your account exists, a reset email has been sent.').waitFor();

    const link = await awaitMailLink(siteUrl, email, '/reset-password');
    await page.goto(link);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has been changed. Please sign in.').waitFor();
    expect(page.url()).not.toContain('token=');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await avatar(page, username).waitFor();

    await elsewhere.page.reload();
    await signInButton(elsewhere.page).waitFor();
    const old = visitor()(auth.login, { body: { email, password: member.password } });
    await expect(old).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });

    await page.goto(link);
    await page.getByText('This link is no longer valid').waitFor();
    expect(await page.getByLabel('New password').count()).toBe(0);
    expect(trouble.foreignRequests).toEqual([]);
    await Promise.all([close(), elsewhere.close()]);
  });
});

describe('the mail of a registration', () => {
  it('the mail of a registration verifies the email by its link', async () => {
    const member = await createMember();
    const readUser = async () => (await member.call(auth.getProfile, {})).data.user;
    expect((await readUser()).emailVerified).toBe(false);
    const link = await awaitMailLink(siteUrl, member.user.email, '/verify-email');
    const { page, trouble, close } = await openPage();
    await page.goto(link);
    await expect.poll(async () => (await readUser()).emailVerified).toBe(true);
    await page.getByRole('main').getByRole('link', { name: 'Songs' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });
});

describe('a superadmin of a site without a mail server', () => {
  it('a superadmin without a mail server finds a password link in the list of mails until it is used', async () => {
    const { user } = await createMember();
    const admin = await openPage({ viewport: { width: 360, height: 740 } });
    await signInPage(admin.page, await signInSuperadmin());
    await admin.page.clock.install();
    await admin.page.goto('/accounts');
    await admin.page.getByText('No mail server is configured').waitFor();
    await visitor()(auth.forgotPassword, { body: { email: user.email } });

    const mail = admin.page
      .getByRole('list', { name: 'Mails' })
      .getByRole('listitem')
      .filter({ hasText: user.email })
      .filter({ hasText: 'Choose a new password' });
    // The page refreshes itself.
    const link = mail.getByRole('link');
    const isListed = async () => {
      await admin.page.clock.runFor(REFRESH_MS);
      return link.isVisible();
    };
    await until(isListed, { what: 'the mail in the list', withinSeconds: 60 });
    const address = (await link.getAttribute('href')) ?? '';
    expect(address).toMatch(/\/reset-password\?token=[\w-]{43}$/);
    expect(await findViolations(admin.page)).toEqual([]);
    await link.focus();
    await admin.page.keyboard.press('Tab');
    expect(
      await mail
        .getByRole('button', { name: 'Copy link' })
        .evaluate((node) => node === document.activeElement),
    ).toBe(true);
    await link.focus();
    await admin.page.keyboard.press('Enter');
    await admin.page.getByLabel('New password').waitFor();

    const owner = await openPage();
    await owner.page.goto(address);
    await owner.page.getByLabel('New password').fill(NEW_PASSWORD);
    await owner.page.getByRole('button', { name: 'Change password' }).click();
    await owner.page.getByText('Your password has been changed. Please sign in.').waitFor();
    await admin.page.goto('/accounts');
    await admin.page.getByRole('list', { name: 'Mails' }).waitFor();
    expect(await mail.count()).toBe(0);
    await Promise.all([admin.close(), owner.close()]);
  });
});
