import type { Language } from '@larksong/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signInPage, signInSuperadmin } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { findMissingRoutes, UNKNOWN } from './support/every-route.ts';
import { findFaultsIn } from './support/language-pages.ts';

const ROLES = ['visitor', 'superadmin'] as const;
type Role = (typeof ROLES)[number];

/** From right to left, with the longest words, and in another script. */
const SHOWN: readonly Language[] = ['ar', 'de', 'uk'];
const WIDTHS = [320, 360, 768, 1280];
const PATHS = [
  '/',
  '/songs',
  '/songs?q=elephant',
  '/songs?filter=favorites',
  '/you',
  '/profile',
  '/liked',
  '/upload',
  '/import',
  '/transcoding',
  '/approvals',
  '/flags',
  '/comments',
  '/game-admin',
  '/print',
  '/chips',
  '/accounts',
  '/accounts/import',
  '/status',
  '/status/audit',
  '/for-parents',
  '/register',
  '/verify-email',
  '/reset-password',
  '/setup',
  '/lists',
  '/children',
  ...Object.values(UNKNOWN),
  '/s',
  '/nowhere',
];

const pages = new Map<Role, OpenedPage>();
beforeAll(async () => {
  for (const role of ROLES) pages.set(role, await openPage());
  const page = pages.get('superadmin')?.page;
  if (page) await signInPage(page, await signInSuperadmin());
});
afterAll(async () => {
  for (const { close } of pages.values()) await close();
});

it('the pages in other languages are all pages of the site', () => {
  expect(findMissingRoutes(PATHS)).toEqual([]);
});

const ALL = SHOWN.flatMap((language) =>
  PATHS.flatMap((path) => ROLES.map((role) => ({ language, path, role }))),
);
it.each(ALL)('$path in $language is translated, and fits at all widths, for a $role', async (shown) => {
  const { language, path, role } = shown;
  const { page } = pages.get(role) ?? { page: undefined };
  if (!page) throw new Error(`no page for a ${role}`);
  expect(await findFaultsIn(page, path, { language, widths: WIDTHS })).toEqual([]);
});
