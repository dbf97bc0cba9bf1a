import { auth, catalog, game } from '@larksong/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MIRA, tokensOf, storeTokens, storedTokens } from '../testing/accounts.ts';
import { failure, NO_ANSWER } from '../testing/answers.ts';
import { at, startSite, type TestSite } from '../testing/site.ts';
import { authorizationHeaders, call } from './client.ts';
import { onRecovery } from './refresh.ts';
import { writeTokens } from './tokens.ts';

const PROFILE = auth.getProfile;
const REFRESH = auth.refreshToken;
const VIDEOS = catalog.listVideos;
const VIDEO_PAGE = { videos: [], nextCursor: null };
const denied = failure('UNAUTHENTICATED', 'Please sign in.');
const refused = failure('INVALID_REFRESH_TOKEN', 'Your session has ended. Please sign in again.');
const away = failure('UNAVAILABLE', 'Not available right now.');

let site: TestSite;
/** What the server takes for valid, and the tokens that it gives next. */
let valid: string;
const successor = tokensOf(MIRA);

beforeEach(async () => {
  site = await startSite();
  valid = '';
  site.on(PROFILE, ({ bearer }) => (bearer === valid ? { user: MIRA } : denied));
  site.on(VIDEOS, ({ bearer }) => (bearer === null || bearer === valid ? VIDEO_PAGE : denied));
  site.on(REFRESH, () => {
    valid = successor.accessToken;
    return successor;
  });
});

afterEach(() => site[Symbol.asyncDispose]());

describe('call', () => {
  it('carries the token of the session, but not to calls that nobody is asked for', async () => {
    const tokens = tokensOf(MIRA);
    storeTokens(tokens);
    valid = tokens.accessToken;
    const letters = { categories: [], grids: [] };
    site.on(game.listCategories, () => letters);
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    expect((await call(game.listCategories, {})).data).toEqual(letters);
    expect(site.calls(game.listCategories).map(({ bearer }) => bearer)).toEqual([null]);
  });

  it('renews a refused token once and makes the call again', async () => {
    storeTokens(tokensOf(MIRA));
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    expect(site.history()).toEqual(['getProfile', 'refreshToken', 'getProfile']);
    expect(storedTokens()).toEqual(successor);
  });

  it('renews a token that has ended before the call', async () => {
    storeTokens(tokensOf(MIRA, -1));
    await call(auth.getProfile, {});
    expect(site.history()).toEqual(['refreshToken', 'getProfile']);
  });

  it('renews once for calls that are made at the same time', async () => {
    storeTokens(tokensOf(MIRA));
    await Promise.all([call(auth.getProfile, {}), call(catalog.listVideos, {}), call(auth.getProfile, {})]);
    expect(site.count(REFRESH)).toBe(1);
  });

  it('does not renew without end when the new token is refused as well', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(PROFILE, () => denied);
    await expect(call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    expect(site.history()).toEqual(['getProfile', 'refreshToken', 'getProfile']);
  });

  it('ends the session when the refresh is refused, and gives the refusal', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(REFRESH, () => refused);
    await expect(call(auth.getProfile, {})).rejects.toMatchObject({
      status: 401,
      message: 'Please sign in.',
    });
    expect(storedTokens()).toBeNull();
  });

  it.each([
    ['answers 503', away, 503],
    ['is throttled', failure('TOO_MANY_REQUESTS', 'Slow down.'), 429],
    ['gives no answer', NO_ANSWER, 0],
  ])('keeps the session when the refresh %s', async (_, reply, status) => {
    const tokens = tokensOf(MIRA);
    storeTokens(tokens);
    site.on(REFRESH, () => reply);
    await expect(call(auth.getProfile, {})).rejects.toMatchObject({ status });
    expect(storedTokens()).toEqual(tokens);
  });

  it.each([
    ['is over', refused],
    ['cannot be renewed now', away],
  ])('shows what everybody may see also when the session %s', async (_, reply) => {
    storeTokens(tokensOf(MIRA));
    site.on(REFRESH, () => reply);
    expect((await call(catalog.listVideos, {})).data).toEqual(VIDEO_PAGE);
  });

  it('does not renew for a refusal of another kind', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(catalog.getTranscodingStatus, () => failure('FORBIDDEN', 'Superadmin required'));
    await expect(call(catalog.getTranscodingStatus, {})).rejects.toMatchObject({
      message: 'Superadmin required',
    });
    expect(site.count(REFRESH)).toBe(0);
  });

  it('takes the tokens that another tab got meanwhile', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(PROFILE, ({ bearer }) => {
      if (bearer === successor.accessToken) return { user: MIRA };
      storeTokens(successor);
      return denied;
    });
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    expect(site.count(REFRESH)).toBe(0);
  });

  it('does not bring a session back that ended while it was renewed', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(REFRESH, () => {
      writeTokens(null);
      return successor;
    });
    await expect(call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    expect(storedTokens()).toBeNull();
  });
});

describe('while sessions cannot be renewed', () => {
  const SENTENCE = 'Your sign-in cannot be checked right now. Please try again in a moment.';
  let tokens: auth.Tokens;
  let recovered: number;
  let stop: () => void;

  beforeEach(() => {
    tokens = tokensOf(MIRA, -1);
    storeTokens(tokens);
    site.on(REFRESH, () => away);
    recovered = 0;
    stop = onRecovery(() => (recovered += 1));
  });
  afterEach(() => stop());

  it('calls of members say so, public ones go on, and one exchange is tried for all of them', async () => {
    const results = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => call(auth.getProfile, {})),
      ...Array.from({ length: 10 }, () => call(catalog.listVideos, {})),
    ]);
    for (const result of results.slice(0, 10))
      expect(result).toMatchObject({ status: 'rejected', reason: { message: SENTENCE, status: 503 } });
    for (const result of results.slice(10))
      expect(result).toMatchObject({ status: 'fulfilled', value: { data: VIDEO_PAGE } });
    await expect(call(auth.getProfile, {})).rejects.toThrow(SENTENCE);
    await call(catalog.listVideos, {});
    expect([site.count(REFRESH), site.count(PROFILE), storedTokens()]).toEqual([1, 0, tokens]);
  });

  it('a page that only waits is whole by itself once they can be, and is told so', async () => {
    await call(catalog.listVideos, {});
    site.on(REFRESH, () => {
      valid = successor.accessToken;
      return successor;
    });
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
    expect([storedTokens(), site.count(REFRESH)]).toEqual([successor, 2]);
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
  });

  it('a page is told when another tab was faster', async () => {
    await call(catalog.listVideos, {});
    storeTokens(successor);
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
    expect(site.count(REFRESH)).toBe(1);
  });

  it('nobody learns that a video does not exist which only members may see', async () => {
    const id = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
    site.on(at(catalog.getVideo, { id }), () => failure('VIDEO_NOT_FOUND', 'This video does not exist.'));
    await expect(call(catalog.getVideo, { params: { id } })).rejects.toThrow(SENTENCE);
  });

  it('a token is used to its end, and its early renewal holds nothing up', async () => {
    const ending = tokensOf(MIRA, 20);
    storeTokens(ending);
    valid = ending.accessToken;
    site.on(REFRESH, () => new Promise(() => {}));
    const startedAt = performance.now();
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  it('public calls wait for a silent server two seconds and no longer', async () => {
    let answerRefresh: (answer: auth.Tokens) => void = () => {};
    site.on(REFRESH, () => new Promise((resolve) => (answerRefresh = resolve)));
    const startedAt = performance.now();
    expect((await call(catalog.listVideos, {})).data).toEqual(VIDEO_PAGE);
    expect(performance.now() - startedAt).toBeLessThan(4000);
    expect(storedTokens()).toEqual(tokens);
    answerRefresh(successor);
    await expect.poll(() => storedTokens()).toEqual(successor);
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
  });

  it('public calls go on where a service cannot check a good token', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(VIDEOS, ({ bearer }) => (bearer === null ? VIDEO_PAGE : away));
    expect((await call(catalog.listVideos, {})).data).toEqual(VIDEO_PAGE);
    expect(site.count(REFRESH)).toBe(0);
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
  });
});

describe('authorizationHeaders', () => {
  it('is empty without a session', async () => {
    expect(await authorizationHeaders()).toEqual({});
  });

  it('renews a token that ends soon', async () => {
    storeTokens(tokensOf(MIRA, 10));
    expect(await authorizationHeaders()).toEqual({ authorization: `Bearer ${successor.accessToken}` });
  });

  it('believes the server, not a wrong clock, about a token that just came', async () => {
    const ahead = tokensOf(MIRA, -3600);
    storeTokens(tokensOf(MIRA, -3600));
    site.on(REFRESH, () => ahead);
    await authorizationHeaders();
    expect(await authorizationHeaders()).toEqual({ authorization: `Bearer ${ahead.accessToken}` });
    expect(site.count(REFRESH)).toBe(1);
  });
});
