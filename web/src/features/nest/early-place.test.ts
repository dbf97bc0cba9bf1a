import { ApiError, catalog } from '@larksong/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { call } from '../../api/client.ts';
import { forgetNests, keepNests } from '../../api/nest-session.ts';
import { NEST_SESSION_KEY } from '../../api/nest-here.ts';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure, Reply } from '../../testing/answers.ts';
import { nestPlace, nestRow, nestSession } from '../../testing/nests.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { EAGER, requestPlace } from './early-place.ts';

const songs = Array.from({ length: EAGER + 2 }, (_, n) => video({ thumbnail: `/hls/song-${n}.jpg` }));
const empty = nestRow({ songs: [] });
const place = nestPlace({ rows: [empty, nestRow({ songs }), nestRow()] });

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
  history.replaceState(null, '', '/nest'); // of this site
  site.on(catalog.getNest, () => place);
});
afterEach(async () => {
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  globalThis.earlyFiles = undefined;
  forgetNests();
  await site[Symbol.asyncDispose]();
});

const keepSession = (secondsLeft = 600) => {
  const { accessToken } = tokensOf(MIRA, secondsLeft);
  keepNests(nestSession({ accessToken }));
  return accessToken;
};
const pictures = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[as="image"]')].map((link) => [
    new URL(link.href).pathname,
    link.getAttribute('crossorigin'),
  ]);

test('the place is asked for once, by the token of the nest, and the page has the answer', async () => {
  const accessToken = keepSession();
  await requestPlace();
  expect(site.calls(catalog.getNest)).toHaveLength(1);
  expect((await call(catalog.getNest, {})).data).toEqual(place);
  expect(site.calls(catalog.getNest).map(({ bearer }) => bearer)).toEqual([accessToken]);
  await call(catalog.getNest, {});
  expect(site.calls(catalog.getNest)).toHaveLength(2);
});

test('the first pictures of the first row with songs are requested with it, as the page requests them', async () => {
  keepSession();
  await requestPlace();
  expect(pictures()).toEqual(songs.slice(0, EAGER).map(({ thumbnail }) => [thumbnail, null]));
});

test('a refusal is left to the page', async () => {
  keepSession();
  site.on(catalog.getNest, () => failure('UNAVAILABLE'));
  await requestPlace();
  expect(site.calls(catalog.getNest)).toHaveLength(1);
  site.on(catalog.getNest, () => place);
  expect((await call(catalog.getNest, {})).data).toEqual(place);
  expect(pictures()).toEqual([]);
});

test('the page of a network that wants a sign-in first is no place, and is left to the page', async () => {
  keepSession();
  site.on(catalog.getNest, () => new Reply(200, '<!doctype html><title>Sign in to this network</title>'));
  await requestPlace();
  expect(pictures()).toEqual([]);
  await expect(call(catalog.getNest, {})).rejects.toBeInstanceOf(ApiError);
});

test.each([
  ['without a session', () => forgetNests()],
  ['with a token that is about to end, which the page renews first', () => keepSession(20)],
  ['if no nest was chosen', () => keepNests(nestSession({ accessToken: null }))],
  ['with a malformed session', () => localStorage.setItem(NEST_SESSION_KEY, '{"accessToken":')],
  [
    'on another page',
    () => {
      keepSession();
      history.replaceState(null, '', '/nest/door');
    },
  ],
])('nothing is asked for early %s', async (_, prepare) => {
  prepare();
  await requestPlace();
  expect(globalThis.earlyFiles).toBeUndefined();
});
