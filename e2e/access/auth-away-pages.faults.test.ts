import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signInPage } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import { checkLifeWithoutAuth } from './auth-away-checks.ts';
import { expiryOf, startSiteWithProxy, uploadSongs, type SiteWithProxy, type Songs } from './auth-away.ts';
import { createMember } from './people.ts';
import { until } from './until.ts';

/** Expires while auth is unavailable. */
const TOKEN_SECONDS = 20;
const AWAY_SECONDS = 22;

let site: SiteWithProxy;
let songs: Songs;
beforeAll(async () => {
  site = await startSiteWithProxy({ ACCESS_TOKEN_SECONDS: String(TOKEN_SECONDS) });
  songs = await uploadSongs(site);
});
afterAll(() => site?.stop());

const songOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const readTokens = (page: Page) => page.evaluate(() => localStorage.getItem('auth.tokens') ?? '');
const readTime = (page: Page) =>
  page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);

/** Waits until the page's token expires, watches a song and opens the list; the page stays signed in. */
async function goOn(page: Page): Promise<string> {
  const tokens = await readTokens(page);
  const { accessToken } = JSON.parse(tokens) as { accessToken: string }; // written by the page
  const hasEnded = async () => Date.now() > expiryOf(accessToken);
  await until(hasEnded, { what: 'the token ended', withinSeconds: TOKEN_SECONDS + 1 });
  await page.goto(`/songs?v=${songs.publicId}`);
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).play());
  await expect.poll(() => readTime(page)).toBeGreaterThan(0.5);
  await page.goto('/songs');
  await songOf(page, 'A song for everybody').first().waitFor();
  expect(await songOf(page, 'A song for members').count()).toBe(0);
  expect(await readTokens(page)).toBe(tokens);
  return tokens;
}

/** Expects that the page that `goOn` left shows the members' content without a reload. */
async function awaitRecovery(page: Page, oldTokens: string): Promise<void> {
  const openedAt = performance.now();
  await songOf(page, 'A song for members').first().waitFor({ timeout: 20_000 }); // it asks every few seconds
  console.log(
    `the page recovered ${((performance.now() - openedAt) / 1000).toFixed(1)} s after auth was back`,
  );
  expect(await readTokens(page)).not.toBe(oldTokens);
}

it('hanging auth slows nobody down, signs nobody out, and the site recovers soon afterwards', async () => {
  const { page, close } = await openPage({ site: site.url });
  await signInPage(page, await createMember(site.url));
  await page.goto('/songs');
  await songOf(page, 'A song for members').first().waitFor();
  let tokens = '';
  const wholeSeconds = await checkLifeWithoutAuth(site, {
    songs,
    failure: 'hang',
    awaySeconds: AWAY_SECONDS,
    meanwhile: async () => {
      tokens = await goOn(page);
    },
    afterwards: () => awaitRecovery(page, tokens),
  });
  expect(wholeSeconds).toBeLessThanOrEqual(10);
  await close();
});
