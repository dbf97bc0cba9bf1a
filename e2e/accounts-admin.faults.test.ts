import { randomBytes } from 'node:crypto';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { awaitMailLink } from './access/mails.ts';
import { signInPage, signInSuperadmin } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { sharedSite } from './support/shared-site.ts';

const name = `teacher-${randomBytes(4).toString('hex')}`;
const email = `${name}@school.example`;
const password = randomBytes(12).toString('hex');

const itemOf = (page: Page) => page.getByRole('listitem').filter({ hasText: email });

async function confirm(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: label }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('a superadmin', () => {
  it('a superadmin invites a user, who registers by the link, becomes superadmin, and is disabled and signed out', async () => {
    const admin = await openPage();
    await signInPage(admin.page, await signInSuperadmin());
    await admin.page.goto('/accounts');
    await admin.page.getByRole('textbox', { name: 'Email' }).fill(email);
    await admin.page.getByRole('button', { name: 'Send invitation' }).click();
    await admin.page.getByRole('button', { name: `Withdraw ${email}` }).waitFor();

    const guest = await openPage();
    await guest.page.goto(await awaitMailLink(sharedSite().url, email, '/register'));
    const dialog = guest.page.getByRole('dialog');
    await dialog.getByLabel('Username').fill(name);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password').fill(password);
    await dialog.locator('form').getByRole('button', { name: 'Create account' }).click();
    await dialog.getByText('Registered. Please check your email to verify your account.').waitFor();

    await admin.page.getByLabel('Search').fill(name);
    await itemOf(admin.page).getByRole('button', { name: 'Make superadmin' }).click();
    await confirm(admin.page, 'Make superadmin');
    await itemOf(admin.page).getByRole('button', { name: 'Make user' }).waitFor();
    await admin.page.waitForURL((url) => url.searchParams.get('q') === name);

    await guest.page.goto('/profile');
    await guest.page.getByText('superadmin', { exact: true }).waitFor();
    await guest.page.goto('/transcoding');
    await guest.page.getByText('Auto-refresh (5s)').waitFor();

    await itemOf(admin.page).getByRole('button', { name: 'Disable' }).click();
    await confirm(admin.page, 'Disable');
    await itemOf(admin.page).getByRole('button', { name: 'Enable' }).waitFor();
    await guest.page.goto('/profile');
    await guest.page.getByText('You need to sign in to view your profile.').waitFor();
    expect(admin.trouble.foreignRequests).toEqual([]);
    await Promise.all([admin.close(), guest.close()]);
  });
});
