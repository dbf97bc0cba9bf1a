import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findViolations } from './support/accessibility.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';

const PAGES = [
  ['/', 'visitor', 'No Game Content Available'],
  ['/', 'superadmin', 'Go to Game Admin'],
  ['/songs', 'visitor', 'Songs'],
  ['/you', 'visitor', 'This is the You page'],
  ['/for-parents', 'visitor', 'No adverts'],
  ['/for-parents', 'superadmin', 'Edit texts'],
  ['/profile', 'visitor', 'You need to sign in to view your profile.'],
  ['/profile', 'member', 'Member since'],
  ['/liked', 'visitor', 'Sign in to see your liked videos.'],
  ['/liked', 'member', 'No liked videos yet'],
  ['/upload', 'visitor', 'Access denied'],
  ['/upload', 'member', 'Superadmin required'],
  ['/upload', 'superadmin', 'Transcode resolutions'],
  ['/transcoding', 'visitor', 'Access denied'],
  ['/transcoding', 'member', 'Superadmin required'],
  ['/transcoding', 'superadmin', 'Auto-refresh (5s)'],
  ['/game-admin', 'visitor', 'Access Denied - Superadmin Only.'],
  ['/game-admin', 'member', 'Access Denied - Superadmin Only.'],
  ['/game-admin', 'superadmin', 'Game Content Manager'],
  ['/print', 'visitor', 'There is nothing to print yet'],
  ['/accounts', 'visitor', 'Access denied'],
  ['/accounts', 'member', 'Superadmin required'],
  ['/accounts', 'superadmin', 'No mail server is configured'],
  ['/status', 'visitor', 'Access denied'],
  ['/status', 'member', 'Superadmin required'],
  ['/status', 'superadmin', 'Queue and workers'],
  ['/verify-email', 'visitor', 'This link is no longer valid.'],
  ['/reset-password', 'visitor', 'This link is no longer valid.'],
  ['/register', 'visitor', 'Create account'],
  ['/setup', 'visitor', 'Enter the code that was printed'],
  ['/nowhere', 'visitor', 'Home'],
] as const;

const ROLES = ['visitor', 'member', 'superadmin'] as const;
let accounts: Partial<Record<(typeof ROLES)[number], Account>>;
beforeAll(async () => {
  accounts = { member: await createMember(), superadmin: await signInSuperadmin() };
});

describe.each([
  ['light', 1280],
  ['dark', 360],
] as const)('in the %s theme at %i px', (colorScheme, width) => {
  /** A page for each role, which its tests use in turn. */
  const pages = new Map<string, OpenedPage>();
  beforeAll(async () => {
    for (const role of ROLES) {
      const opened = await openPage({ colorScheme, viewport: { width, height: 800 } });
      pages.set(role, opened);
      const account = accounts[role];
      if (account) await signInPage(opened.page, account);
    }
  });
  afterAll(async () => {
    for (const { close } of pages.values()) await close();
  });

  it.each(PAGES)('the page %s for a %s shows "%s"', async (path, role, text) => {
    const opened = pages.get(role);
    if (!opened) throw new Error(`no page for a ${role}`);
    const { page, trouble } = opened;
    await page.goto(path);
    await page.getByText(text, { exact: false }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    // A busy machine may refuse a call, which the page repeats.
    // An address without a page has the status 404, which the browser reports.
    const isExpected = (error: string) =>
      error.includes('status of 503') || (path === '/nowhere' && error.includes('status of 404'));
    const errors = trouble.errors.splice(0).filter((error) => !isExpected(error));
    expect({ errors, foreignRequests: trouble.foreignRequests.splice(0) }).toEqual({
      errors: [],
      foreignRequests: [],
    });
  });
});
