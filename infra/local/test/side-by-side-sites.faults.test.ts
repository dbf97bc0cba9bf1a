import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSites, passwordOf, signIn, status, type Sites } from './launched-site.ts';

/** Far more than a start with nothing to install takes on a busy machine. */
const START_MS = 120_000;

let sites: Sites;
beforeAll(async () => {
  sites = await openSites();
});
afterAll(() => sites?.end());

it('a site that was stopped finds its data again, and does not print the password a second time', async () => {
  const first = await sites.share();
  const password = await passwordOf(first);
  expect(await first.end('SIGTERM'), first.output).toBe(0);
  const startAt = performance.now();
  const second = await sites.launch();
  expect(performance.now() - startAt).toBeLessThan(START_MS);
  expect(await signIn(second, password)).toBe(200);
  expect(second.output).not.toContain(password);
  expect(second.output).toContain('superadmin.json');
});

it('two sites run side by side and know nothing of each other', async () => {
  const [one, other] = await Promise.all([sites.share(), sites.launch('other')]);
  const password = await passwordOf(one);
  expect(await signIn(one, password)).toBe(200);
  expect(await signIn(other, password)).toBe(401);
  expect(await one.end('SIGINT')).toBe(0);
  expect(await status(other.url)).toBe(200);
});
