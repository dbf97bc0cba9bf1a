import { createTestFolder, createTestIssuer } from '@larksong/service-kit/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const EVERYBODY = { visitors: 'everybody', game: 'everybody' } as const;
const NOBODY = { visitors: 'nobody', game: 'nobody' } as const;
const GAME_CALLS = [
  '/api/game/categories',
  '/api/game/items?letters=A',
  '/api/game/words',
  '/api/game/packs',
];
/** A gateway uses an answer for two seconds, and a catalog for one. */
const SOON = { timeout: 5000 };

let issuer: Awaited<ReturnType<typeof createTestIssuer>>;
let catalog: Upstream;
let game: Upstream;
let gateway: RunningGateway;
let folder: Awaited<ReturnType<typeof createTestFolder>>;

beforeEach(async () => {
  [issuer, catalog, game, folder] = await Promise.all([
    createTestIssuer(),
    startUpstream(),
    startUpstream(),
    createTestFolder(),
  ]);
  await mkdir(join(folder.path, 'web'));
  await writeFile(join(folder.path, 'web/index.html'), '<html><!-- details --><!-- /details --></html>');
  await writeFile(join(folder.path, 'web/pages.json'), '["/"]');
});
afterEach(async () => {
  await gateway?.stop();
  await Promise.all([catalog.stop(), game.stop(), folder.remove()]);
});

async function start(): Promise<void> {
  gateway = await startGateway(
    { CATALOG_URL: catalog.origin, GAME_URL: game.origin, WEB_DIR: join(folder.path, 'web') },
    { trust: issuer.trust },
  );
}

const statusOf = async (path: string, headers = {}) =>
  (await fetch(gateway.baseUrl + path, { headers })).status;
const pageOf = async () => (await fetch(`${gateway.baseUrl}/`)).text();

describe('the game of a closed site', () => {
  test('visitors make no call of the game while it is closed, and signed-in people do', async () => {
    const member = await issuer.signIn();
    await start();
    for (const path of GAME_CALLS) expect([path, await statusOf(path)]).toEqual([path, 200]);
    catalog.admit(NOBODY);
    await expect.poll(() => statusOf('/api/game/categories'), SOON).toBe(401);
    game.requests.length = 0;
    for (const path of [...GAME_CALLS, '/api/game', '/api/game/categories/'])
      expect([path, await statusOf(path)]).toEqual([path, 401]);
    expect(await statusOf('/api/game/categories', { authorization: 'Bearer a.b.c' })).toBe(401);
    expect(game.requests).toEqual([]);
    for (const path of GAME_CALLS) expect([path, await statusOf(path, member.headers)]).toEqual([path, 200]);
    // Its pictures and sounds are not secret.
    expect(await statusOf('/Images/A/ant.png')).toBe(200);
    catalog.admit(EVERYBODY);
    await expect.poll(() => statusOf('/api/game/categories'), SOON).toBe(200);
  });

  test('a gateway has closed the game when the superadmin who closes it hears so, even if catalog is gone then', async () => {
    await start();
    expect(await statusOf('/api/game/categories')).toBe(200);
    catalog.admit(NOBODY);
    expect((await fetch(`${gateway.baseUrl}/api/admin/site/access`, { method: 'PUT' })).status).toBe(200);
    catalog.admit(undefined);
    expect(await statusOf('/api/game/categories')).toBe(401);
  });

  test('the game is open on a closed site that does not close it', async () => {
    catalog.admit({ visitors: 'nobody', game: 'everybody' });
    await start();
    await expect.poll(() => statusOf('/api/game/categories'), SOON).toBe(200);
    for (const path of GAME_CALLS) expect([path, await statusOf(path)]).toEqual([path, 200]);
  });

  test('while catalog is away, its last answer counts, and before its first one nothing is open to visitors', async () => {
    const member = await issuer.signIn();
    catalog.admit(undefined);
    await start();
    const response = await fetch(`${gateway.baseUrl}/api/game/categories`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await statusOf('/api/game/categories', member.headers)).toBe(200);
    catalog.admit(NOBODY);
    await expect.poll(() => statusOf('/api/game/categories'), SOON).toBe(401);
    catalog.admit(undefined);
    for (let round = 0; round < 3; round += 1) expect(await statusOf('/api/game/categories')).toBe(401);
  });
});

describe('pages', () => {
  test('a page says what visitors may use, and that of a closed site is not for search results', async () => {
    await start();
    expect(await pageOf()).toContain(
      '<meta name="site-access" content="{&quot;visitors&quot;:&quot;everybody',
    );
    expect(await pageOf()).not.toContain('noindex');
    catalog.admit(NOBODY);
    await expect.poll(pageOf, SOON).toContain('&quot;visitors&quot;:&quot;nobody&quot;');
    expect(await pageOf()).toContain('<meta name="robots" content="noindex" />');
  });

  test('a page is sent without it while catalog does not answer', async () => {
    catalog.admit(undefined);
    await start();
    expect(await pageOf()).not.toContain('site-access');
  });
});
