import { randomBytes } from 'node:crypto';

import { ApiError, auth, catalog, createClient, type Call } from '@larksong/contracts';
import type { Page } from 'playwright-core';

import { sharedSite } from './shared-site.ts';

/** A signed-in account: its tokens, and a client that makes calls with them. */
export interface Account extends auth.SignedIn {
  password: string;
  call: Call;
}

/** Returns a client without a token. */
export function visitor(siteUrl = sharedSite().url): Call {
  return createClient({ baseUrl: siteUrl });
}

/** Of a registration on a site that is too busy to answer in time. */
const TRIES = 4;

/** Registers a new account with a unique name. */
export async function createMember(siteUrl = sharedSite().url): Promise<Account> {
  for (let tries = 1; ; tries += 1)
    try {
      return await register(siteUrl);
    } catch (error) {
      if (!(error instanceof ApiError && error.status > 500 && tries < TRIES)) throw error;
    }
}

async function register(siteUrl: string): Promise<Account> {
  const username = `child-${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const body = { username, email: `${username}@songs.example`, password };
  const { data } = await visitor(siteUrl)(auth.register, { body });
  return toAccount(siteUrl, data, password);
}

/** Signs in the superadmin from the site's start. */
export async function signInSuperadmin(
  site: { url: string; superadmin: { email: string; password: string } } = {
    url: sharedSite().url,
    superadmin: sharedSite().superadmin,
  },
): Promise<Account> {
  const { email, password } = site.superadmin;
  const { data } = await visitor(site.url)(auth.login, { body: { email, password } });
  return toAccount(site.url, data, password);
}

/** Signs in every page of the page's context, as if the tokens had been stored earlier. */
export async function signInPage(page: Page, account: Account): Promise<void> {
  const { accessToken, refreshToken } = account;
  const tokens = JSON.stringify(JSON.stringify({ accessToken, refreshToken }));
  // Once per tab: the site may exchange or clear the tokens, and later pages must not restore them.
  const content = `if (sessionStorage.getItem('test.signed-in') === null) {
    sessionStorage.setItem('test.signed-in', 'yes');
    localStorage.setItem('auth.tokens', ${tokens});
  }`;
  await page.addInitScript({ content });
}

function toAccount(siteUrl: string, signedIn: auth.SignedIn, password: string): Account {
  const headers = () => ({ authorization: `Bearer ${signedIn.accessToken}` });
  return { ...signedIn, password, call: createClient({ baseUrl: siteUrl, headers }) };
}

/** Notices hang over the page, on purpose, until they have been read. */
export async function readNotices(account: Account): Promise<void> {
  const { notices } = (await account.call(catalog.listNotices, {})).data;
  await account.call(catalog.markNoticesRead, { body: { ids: notices.map(({ id }) => id) } });
}
