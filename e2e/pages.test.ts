import { afterAll, beforeAll, expect, it } from 'vitest';

import { findViolationsInViews } from './support/accessibility.ts';
import { createMember, signInPage, signInSuperadmin } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { findMissingRoutes, UNKNOWN } from './support/every-route.ts';
import { readCount } from './support/random.ts';

const ROLES = ['visitor', 'member', 'superadmin'] as const;
type Role = (typeof ROLES)[number];

const all = (text: string): Record<Role, string> => ({ visitor: text, member: text, superadmin: text });
/** A page for superadmins, with its text for them. */
const superadmins = (text: string): Record<Role, string> => ({
  visitor: 'Access denied',
  member: 'Superadmin required',
  superadmin: text,
});

const NESTS_SIGN_IN = 'Please sign in to make places for children.';

/** Every route, with a text that each role sees there. */
const TEXTS: Record<string, Record<Role, string>> = {
  '/': { ...all('No Game Content Available'), superadmin: 'Go to Game Admin' },
  '/songs': all('Songs'),
  '/you': all('This is the You page'),
  '/for-parents': { ...all('No adverts'), superadmin: 'Edit texts' },
  '/profile': { ...all('Member since'), visitor: 'You need to sign in to view your profile.' },
  '/liked': { ...all('No liked videos yet'), visitor: 'Sign in to see your liked videos.' },
  '/children': { ...all('No nests yet'), visitor: NESTS_SIGN_IN },
  '/lists': { ...all('New list'), visitor: 'Sign in to make lists.' },
  [UNKNOWN.list]: all('This list is not here'),
  [UNKNOWN.playList]: all('This list is not here'),
  [UNKNOWN.poster]: { ...all('This poster would lead nowhere'), visitor: 'Sign in to print posters' },
  '/s': all('Type the code from the board'),
  [UNKNOWN.link]: all('This link does not open'),
  [UNKNOWN.child]: { ...all('This nest is gone'), visitor: NESTS_SIGN_IN },
  [UNKNOWN.childCards]: {
    ...all('There is no card to print'),
    visitor: NESTS_SIGN_IN,
  },
  '/children/lock-the-tablet': all('Keeping a tablet in the nest'),
  [UNKNOWN.nestClass]: { ...all('This class is gone'), visitor: NESTS_SIGN_IN },
  [UNKNOWN.classRule]: { ...all('This class is gone'), visitor: NESTS_SIGN_IN },
  [UNKNOWN.classCards]: { ...all('This class is gone'), visitor: NESTS_SIGN_IN },
  '/upload': superadmins('Transcode resolutions'),
  '/import': superadmins('Choose a folder'),
  '/transcoding': superadmins('Auto-refresh (5s)'),
  '/approvals': superadmins('What teachers upload appears on the site'),
  '/flags': superadmins('Songs that frighten, do not play, or have another fault'),
  '/comments': superadmins('What members write'),
  '/game-admin': { ...all('Access Denied - Superadmin Only.'), superadmin: 'Game Content Manager' },
  '/print': all('There is nothing to print yet'),
  '/chips': superadmins('Every grade has a chip above the songs.'),
  '/accounts': superadmins('No mail server is configured'),
  '/accounts/import': superadmins('What the table looks like'),
  '/status': superadmins('Queue and workers'),
  '/status/audit': superadmins('Everything that superadmins and commands on the server have changed.'),
  '/verify-email': { ...all('This link is no longer valid.'), superadmin: 'Your email is verified.' },
  '/reset-password': all('This link is no longer valid.'),
  '/register': { ...all('You are signed in as'), visitor: 'Create account' },
  '/setup': all('Enter the code that was printed'),
  '/nowhere': all('Home'),
};
/** Pages that show nothing else. */
const REFUSALS = new Set(['Access denied', 'Superadmin required', 'Access Denied - Superadmin Only.']);
const IS_LONG_RUN = readCount('PAGE_VIEWS', 1) > 1;

/** Visitors and members see it in different views, and superadmins in one of these. */
const ALL_PAGES = Object.entries(TEXTS).flatMap(([path, texts], row) =>
  ROLES.map((role, column) => ({ path, role, text: texts[role], row, view: column === 2 ? row : column })),
);
/** Pages that by day would show much the same as another one: a list, nest or class that is not there. */
const ALIKE: string[] = [
  UNKNOWN.playList,
  UNKNOWN.poster,
  UNKNOWN.childCards,
  UNKNOWN.nestClass,
  UNKNOWN.classRule,
  UNKNOWN.classCards,
];
/** By day, each other page is opened once, by one of the roles that it does not refuse. */
const PAGES = IS_LONG_RUN
  ? ALL_PAGES
  : [...Map.groupBy(ALL_PAGES, ({ path }) => path).values()].flatMap((ofPath) => {
      if (ofPath.some(({ path }) => ALIKE.includes(path))) return [];
      const open = ofPath.filter(({ text }) => !REFUSALS.has(text));
      return open.filter((_, index) => index === (open[0]?.row ?? 0) % open.length);
    });

/** A page for each role, which its tests use in turn. */
const pages = new Map<Role, OpenedPage>();
beforeAll(async () => {
  const accounts = { visitor: undefined, member: await createMember(), superadmin: await signInSuperadmin() };
  for (const role of ROLES) {
    const opened = await openPage();
    pages.set(role, opened);
    const account = accounts[role];
    if (account) await signInPage(opened.page, account);
  }
});
afterAll(async () => {
  for (const { close } of pages.values()) await close();
});

it('the tested pages are all pages of the site', () => {
  expect(findMissingRoutes(Object.keys(TEXTS))).toEqual([]);
});

it.each(PAGES)(
  'the page $path for a $role shows "$text", and is accessible',
  async ({ path, role, text, view }) => {
    const opened = pages.get(role);
    if (!opened) throw new Error(`no page for a ${role}`);
    const { page, trouble } = opened;
    await page.goto(path);
    await page.getByText(text, { exact: false }).first().waitFor();
    expect(await findViolationsInViews(page, view)).toEqual([]);
    // A busy machine may refuse a call or answer it too late; the page repeats it.
    // The browser reports the status 404 of an address without a page, a list or a link.
    const isAbsent = ['/nowhere', ...Object.values(UNKNOWN)].includes(path);
    const isExpected = (error: string) =>
      /status of 50[34]/.test(error) || (isAbsent && error.includes('status of 404'));
    const errors = trouble.errors.splice(0).filter((error) => !isExpected(error));
    expect({ errors, foreignRequests: trouble.foreignRequests.splice(0) }).toEqual({
      errors: [],
      foreignRequests: [],
    });
  },
);
