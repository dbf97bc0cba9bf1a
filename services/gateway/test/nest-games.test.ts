import { randomUUID } from 'node:crypto';

import { game, NEST_COOKIE } from '@larksong/contracts';
import { createTestIssuer, type TestIssuer } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
  INTERNAL_TOKEN,
  startGateway,
  startUpstream,
  type RunningGateway,
  type Upstream,
} from './start-gateway.ts';

let upstream: Upstream;
let gateway: RunningGateway;
let issuer: TestIssuer;

beforeAll(async () => {
  upstream = await startUpstream();
  issuer = await createTestIssuer();
  const { origin } = upstream;
  const settings = { CATALOG_URL: origin, AUTH_URL: origin, GAME_URL: origin };
  gateway = await startGateway(settings, { trust: issuer.trust });
});
afterAll(async () => {
  await gateway?.stop();
  await upstream?.stop();
});

const RULES = '/internal/nest-rules/';

/** Answers as catalog does: whether the rules of nests allow the game. */
function answer(status: number, isOn = false): void {
  upstream.handle((asked, response) => {
    const isRule = asked.url?.startsWith(RULES) ?? false;
    response.writeHead(isRule ? status : 200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ success: !isRule || status === 200, code: 'NOT_FOUND', message: '', data: { isOn } }),
    );
  });
}

/** Plays the game in another nest, and returns the statuses. */
async function play(): Promise<number[]> {
  const { headers } = await issuer.enterNest({ ownerId: randomUUID() });
  const statuses = [];
  for (const { path } of [game.listCategories, game.dealItems]) {
    const url = `${gateway.baseUrl}${path}?letters=A`;
    statuses.push((await fetch(url, { headers: { ...headers, cookie: `${NEST_COOKIE}=1` } })).status);
  }
  return statuses;
}

it('a nest plays the game only if its rule allows it', async () => {
  answer(200, false);
  expect(await play()).toEqual([403, 403]);
  const [asked, ...more] = upstream.requests;
  expect([asked?.url?.startsWith(RULES), asked?.headers['x-internal-token'], more]).toEqual([
    ...[true, INTERNAL_TOKEN],
    [], // the answer is remembered, and the game is not asked
  ]);
  answer(200, true);
  expect(await play()).toEqual([200, 200]);
});

it('no nest plays the game while catalog cannot say whether it may, or does not know nests with the game', async () => {
  upstream.handle((_asked, response) => response.destroy());
  expect(await play()).toEqual([503, 503]);
  answer(503);
  expect(await play()).toEqual([503, 503]);
  answer(404);
  expect(await play()).toEqual([403, 403]);
});

it('a changed rule is followed within five seconds', async () => {
  const { headers } = await issuer.enterNest({ ownerId: randomUUID() });
  const status = async () =>
    (
      await fetch(`${gateway.baseUrl}${game.listCategories.path}`, {
        headers: { ...headers, cookie: `${NEST_COOKIE}=1` },
      })
    ).status;
  answer(200, true);
  expect(await status()).toBe(200);
  answer(200, false);
  await expect.poll(status, { timeout: 5000, interval: 250 }).toBe(403);
});
