import { mkdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';

import { createTestFolder, createTestLogger, startStopwatch } from '@larksong/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createKnownSite } from '../src/web/known-site.ts';
import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const INDEX =
  '<!doctype html><html lang="en"><!-- early --><!-- details --><title>Larksong</title><!-- /details --><div id="root"></div>';
const MANIFEST = { name: 'Larksong', short_name: 'Larksong', display: 'standalone', icons: [] };
const HTML = { headers: { accept: 'text/html' } };

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let auth: Upstream;
let gateway: RunningGateway | undefined;
/** What auth says. */
let name: string;
let languages: { default: string; offered: string[] } | undefined;

beforeAll(async () => {
  folder = await createTestFolder();
  await mkdir(join(folder.path, 'web'));
  await writeFile(join(folder.path, 'web/index.html'), INDEX);
  await writeFile(join(folder.path, 'web/pages.json'), '["/", "/songs"]');
  await writeFile(
    join(folder.path, 'web/catalogues.json'),
    JSON.stringify({
      '/': { en: '/assets/texts-game-en.js', ar: '/assets/texts-game-ar.js' },
      '/songs': { ar: '/assets/texts-songs-ar.js' },
    }),
  );
  await writeFile(join(folder.path, 'web/manifest.webmanifest'), JSON.stringify(MANIFEST));
});
afterAll(() => folder?.remove());
beforeEach(async () => {
  name = 'Oak School';
  languages = undefined;
  auth = await startUpstream();
  auth.handle((_request, response) => sayName(response));
});
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
  await auth.stop();
});

function sayName(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, data: { name, ...(languages && { languages }) } }));
}

async function start(): Promise<string> {
  gateway = await startGateway({ AUTH_URL: auth.origin, WEB_DIR: join(folder.path, 'web') });
  return gateway.baseUrl;
}

const createName = (options: { maxAgeMs?: number; timeoutMs?: number } = {}) => {
  const site = createKnownSite({
    authUrl: auth.origin,
    maxAgeMs: 0,
    timeoutMs: 10_000,
    logger: createTestLogger(),
    ...options,
  });
  return { get: async () => (await site.get()).name };
};

describe('the page and the manifest', () => {
  test('the first page after a start has the name of the site, and so has the manifest', async () => {
    const site = await start();
    expect(await (await fetch(site, HTML)).text()).toContain('<title>Oak School</title>');
    const response = await fetch(`${site}/manifest.webmanifest`);
    expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    expect(await response.json()).toMatchObject({
      ...MANIFEST,
      name: 'Oak School',
      short_name: 'Oak School',
    });
    expect(auth.requests.map(({ url }) => url)).toEqual(['/api/site/name']);
  });

  test('another name is in the page and the manifest within seconds, and browsers ask for it', async () => {
    const site = await start();
    const tags = async () => {
      const responses = await Promise.all(
        ['/', '/manifest.webmanifest'].map((path) => fetch(site + path, HTML)),
      );
      return responses.map(({ headers }) => [headers.get('cache-control'), headers.get('etag')]);
    };
    const before = await tags();
    expect(before.map(([control]) => control)).toEqual(['no-cache', 'no-cache']);
    const [, etag = ''] = before[1] ?? [];
    const isUnchanged = async () =>
      (await fetch(`${site}/manifest.webmanifest`, { headers: { 'if-none-match': etag ?? '' } })).status;
    expect(await isUnchanged()).toBe(304);
    name = 'Elm School';
    const readPage = async () => (await fetch(site, HTML)).text();
    await expect.poll(readPage, { timeout: 5000 }).toContain('<title>Elm School</title>');
    expect(await isUnchanged()).toBe(200);
    expect(await tags()).not.toEqual(before);
  });

  test('markup in the name is never markup in the page, and stays text in the manifest', async () => {
    name = `</title><script>alert(1)</script> "' $& \u202e\u2028`;
    const site = await start();
    const html = await (await fetch(site, HTML)).text();
    expect(html).not.toContain('<script');
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    const manifest = (await (await fetch(`${site}/manifest.webmanifest`)).json()) as typeof MANIFEST;
    expect(manifest.name).toBe(name);
  });

  test('a page waits no longer than 300 ms for an auth that is silent, and the next one not at all', async () => {
    auth.handle(() => {});
    const site = await start();
    const time = async () => {
      const startedAt = performance.now();
      const elapsedMs = startStopwatch();
      expect(await (await fetch(site, HTML)).text()).toContain('<title>Larksong</title>');
      return { atLeastMs: performance.now() - startedAt, atMostMs: elapsedMs() };
    };
    const first = await time();
    expect(first.atLeastMs).toBeGreaterThanOrEqual(290);
    expect(first.atMostMs).toBeLessThan(1000);
    expect((await time()).atMostMs).toBeLessThan(290);
  });
});

describe('the name of the site', () => {
  test('the last known name is used while auth is away, without waiting', async () => {
    const siteName = createName();
    expect(await siteName.get()).toBe('Oak School');
    auth.handle((_request, response) => response.writeHead(500).end());
    expect(await siteName.get()).toBe('Oak School');
    auth.handle(() => {}); // silent from now on
    const elapsedMs = startStopwatch();
    for (let page = 0; page < 20; page += 1) expect(await siteName.get()).toBe('Oak School');
    expect(elapsedMs()).toBeLessThan(1000);
    expect(auth.requests.length).toBeLessThanOrEqual(1);
  });

  test('the name is known again once auth is back', async () => {
    auth.handle((_request, response) => response.writeHead(500).end());
    const siteName = createName();
    expect(await siteName.get()).toBe('Larksong');
    auth.handle((_request, response) => sayName(response));
    await expect.poll(() => siteName.get()).toBe('Oak School');
  });

  test('many pages at once ask auth once, and so do many within the time of an answer', async () => {
    const siteName = createName({ maxAgeMs: 60_000 });
    const names = await Promise.all(Array.from({ length: 50 }, () => siteName.get()));
    expect(new Set(names)).toEqual(new Set(['Oak School']));
    await siteName.get();
    expect(auth.requests).toHaveLength(1);
  });

  test('an empty or broken answer is no name', async () => {
    name = '';
    expect(await createName().get()).toBe('Larksong');
    auth.handle((_request, response) => response.end('<html>'));
    expect(await createName().get()).toBe('Larksong');
  });
});

describe('the language of the page', () => {
  const open = (path: string, cookie = '') =>
    fetch(new URL(path, gateway?.baseUrl), { headers: { ...HTML.headers, cookie } });
  const pageIn = async (path: string, cookie?: string) => (await open(path, cookie)).text();

  test('a page is in the language that the visitor chose, and names the file of its messages', async () => {
    await start();
    expect(await pageIn('/')).toContain('<html lang="en" dir="ltr">');
    const arabic = await pageIn('/', 'theme=dark; language=ar');
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('<link rel="modulepreload" crossorigin href="/assets/texts-game-ar.js">');
    expect(await pageIn('/songs/', 'language=ar')).toContain('href="/assets/texts-songs-ar.js"');
  });

  test.each(['language=xx', 'language=', 'language=%00', 'my-language=ar', 'language=constructor'])(
    'the cookie %s chooses nothing',
    async (cookie) => {
      await start();
      expect(await pageIn('/', cookie)).toBe(await pageIn('/'));
    },
  );

  test('the default of the site is for everybody who chose none, or one that it does not offer', async () => {
    languages = { default: 'tr', offered: ['de', 'tr'] };
    await start();
    for (const cookie of ['', 'language=ar'])
      expect(await pageIn('/', cookie)).toContain('<html lang="tr" dir="ltr">');
    expect(await pageIn('/', 'language=de')).toContain('<html lang="de" dir="ltr">');
    expect(await pageIn('/')).toContain('<meta name="languages" content="tr de" />');
  });

  test('each language has its own tag, and the manifest follows', async () => {
    const baseUrl = await start();
    const tagOf = async (cookie: string) => (await open('/', cookie)).headers.get('etag');
    expect(await tagOf('language=ar')).not.toBe(await tagOf('language=de'));
    expect(await tagOf('language=en')).toBe(await tagOf('x=1'));
    const manifest = await fetch(`${baseUrl}/manifest.webmanifest`, { headers: { cookie: 'language=ar' } });
    expect(await manifest.json()).toMatchObject({ lang: 'ar', dir: 'rtl' });
  });
});
