import type { auth } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createMember, signInPage } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { startSite } from './support/start-site.ts';

/** The shortest lifetime that auth accepts. */
const ACCESS_TOKEN_SECONDS = 10;

let site: Stack;
let opened: OpenedPage;
let username: string;
beforeAll(async () => {
  const env = { auth: { ACCESS_TOKEN_SECONDS: String(ACCESS_TOKEN_SECONDS) } };
  site = await startSite({ workers: 0, env });
  opened = await openPage({ site: site.url });
  const member = await createMember(site.url);
  ({ username } = member.user);
  await signInPage(opened.page, member);
  await opened.page.goto('/');
  await isSignedIn();
});
afterAll(async () => {
  await opened?.close();
  await site?.stop();
});

const banner = () => opened.page.getByRole('banner');
const isSignedIn = () =>
  banner()
    .getByRole('button', { name: `${username}, account` })
    .waitFor();
const countDialogs = () => opened.page.getByRole('dialog').count();

async function readTokens(): Promise<auth.Tokens> {
  const text = await opened.page.evaluate(() => localStorage.getItem('auth.tokens'));
  if (text === null) throw new Error('There are no tokens.');
  return JSON.parse(text) as auth.Tokens; // written by the web client
}

function isOver({ accessToken }: auth.Tokens): boolean {
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  const { exp } = JSON.parse(claims) as { exp: number }; // the site's own token
  return exp * 1000 < Date.now();
}

describe('a session', () => {
  it('a session is renewed silently when its access token has expired', async () => {
    const { page } = opened;
    const before = await readTokens();
    // Any call of the page may renew the session as soon as the token has expired.
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/api/auth/refresh-token'));
    await expect.poll(() => isOver(before), { timeout: ACCESS_TOKEN_SECONDS * 2000 }).toBe(true);
    await banner().getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Songs' }).click();
    expect((await refreshed).status()).toBe(200);
    await expect.poll(async () => (await readTokens()).refreshToken).not.toBe(before.refreshToken);
    await isSignedIn();
    expect(await countDialogs()).toBe(0);
  });

  it('a session survives a crash of auth, even if the page is loaded meanwhile', async () => {
    const { page } = opened;
    const before = await readTokens();
    const refused = page.waitForResponse(
      (response) => response.status() >= 500 && response.url().includes('/api/auth/'),
    );
    const authService = site.services['auth'];
    const restarts = authService?.restarts ?? 0;
    authService?.kill('SIGKILL');
    const keepingDown = setInterval(() => authService?.kill('SIGKILL'), 20); // until the page has asked
    try {
      await page.reload({ waitUntil: 'commit' });
      await refused;
      expect(await readTokens()).toEqual(before);
    } finally {
      clearInterval(keepingDown);
    }
    await isSignedIn();
    expect(authService?.restarts).toBeGreaterThan(restarts);
    expect(await countDialogs()).toBe(0);
  });
});
