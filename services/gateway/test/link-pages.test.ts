import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { catalog as contracts } from '@larksong/contracts';
import { createTestFolder } from '@larksong/service-kit/testing';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  INTERNAL_TOKEN,
  startGateway,
  startUpstream,
  type RunningGateway,
  type Upstream,
} from './start-gateway.ts';

const INDEX = [
  '<!doctype html><html lang="en"><head>',
  '<!-- details --><title>Larksong</title><!-- /details -->',
  '</head><body><div id="start"><!-- still --></div></body></html>',
].join('\n');
const CODE = 'k7m4-qx2p-93hd-vt6w';

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let catalog: Upstream;
let gateway: RunningGateway;
/** What the gateway asked catalog about links. */
let asked: { url: string | undefined; token: unknown; code: string }[];
let isSilent: boolean;

beforeAll(async () => {
  folder = await createTestFolder();
  await mkdir(join(folder.path, 'web'));
  await writeFile(join(folder.path, 'web/index.html'), INDEX);
  await writeFile(join(folder.path, 'web/pages.json'), JSON.stringify(['/', '/songs', '/s', '/s/:code']));
});
afterAll(() => folder?.remove());
beforeEach(async () => {
  asked = [];
  isSilent = false;
  catalog = await startUpstream();
  catalog.handle((received, response) => {
    void json(received).then((body) => {
      const { code } = body as { code: string }; // the gateway's own call
      asked.push({ url: received.url, token: received.headers['x-internal-token'], code });
      if (isSilent) return;
      const isKnown = code.toLowerCase() === CODE;
      response
        .writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
        .end(
          JSON.stringify(
            isKnown
              ? { success: true, data: { name: 'Morning <circle> & "songs"', sign: 'sun', hue: 'lake' } }
              : { success: false, code: 'LINK_NOT_OPEN', message: 'This link does not open.' },
          ),
        );
    });
  });
  gateway = await startGateway({
    CATALOG_URL: catalog.origin,
    PUBLIC_URL: 'https://songs.example',
    WEB_DIR: join(folder.path, 'web'),
  });
});
afterEach(async () => {
  await gateway.stop();
  await catalog.stop();
});

async function get(path: string) {
  const { statusCode, headers, body } = await request(gateway.baseUrl + path);
  return { status: statusCode, headers, html: await body.text() };
}

describe('the page of a link', () => {
  test('has the title of the list for messages, and says nothing to search engines and other sites', async () => {
    let page = await get('/songs');
    const load = async () => {
      asked = [];
      page = await get(`/s/${CODE}`);
      return page.html;
    };
    // On a busy machine, a page may not wait long enough for catalog.
    await expect.poll(load, { timeout: 20_000 }).toContain('Morning');
    const { status, headers, html } = page;
    expect(status).toBe(200);
    expect(asked).toEqual([{ url: contracts.previewLink.path, token: INTERNAL_TOKEN, code: CODE }]);
    expect(headers).toMatchObject({
      ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', 'cache-control': 'no-store' },
    });
    const name = 'Morning &lt;circle&gt; &amp; &quot;songs&quot;';
    expect(html).toContain(`<title>${name} · Larksong</title>`);
    expect(html).toContain(`<meta property="og:title" content="${name}" />`);
    expect(html).toContain(
      '<meta property="og:image" content="https://songs.example/covers/sun-lake.png" />',
    );
    expect(html).toContain('<meta name="robots" content="noindex" />');
    expect(html).toContain('<meta name="referrer" content="no-referrer" />');
    expect(html.toLowerCase()).not.toContain(CODE);
    expect(html).not.toContain('og:url');
  });

  test('is the same for every code that does not open, as without a code', async () => {
    const pages = [];
    for (const path of [
      '/s',
      '/s/',
      '/s/0000-0000-0000-0000',
      '/S/K7M4QP',
      '/s/x',
      '/s/%F0%9F%A6%86',
      `/s/${'a'.repeat(200)}`,
    ])
      pages.push(await get(path));
    expect(new Set(pages.map(({ html }) => html)).size).toBe(1);
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { headers } of pages) expect(headers['referrer-policy']).toBe('no-referrer');
    expect(pages[0]?.html).toContain('<title>Larksong</title>');
    expect(pages[0]?.html).toContain('https://songs.example/share.png');
    expect(pages[0]?.html).not.toContain('/covers/');
    expect(asked.map(({ code }) => code)).toEqual(['0000-0000-0000-0000', 'K7M4QP', 'x', '🦆']);
  });

  test('does not wait for a catalog that does not answer', async () => {
    isSilent = true;
    const { status, html } = await get(`/s/${CODE}`);
    expect([status, html.includes('<title>Larksong</title>')]).toEqual([200, true]);
  });

  test('other pages never tell other sites more than the address of this one', async () => {
    const { headers, html } = await get('/songs');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect([headers['x-robots-tag'], html.includes('noindex')]).toEqual([undefined, false]);
    expect(asked).toEqual([]);
  });
});
