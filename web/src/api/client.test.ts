import { auth, catalog } from '@larksong/contracts';
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
/** The access token that the server accepts, and the tokens that it issues next. */
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
  it('a call carries the token of the session unless the endpoint is open to anyone', async () => {
    const tokens = tokensOf(MIRA);
    storeTokens(tokens);
    valid = tokens.accessToken;
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    site.on(auth.getAuthSettings, () => ({ registration: 'open' as const, mailServer: true }));
    await call(auth.getAuthSettings, {});
    expect(site.calls(auth.getAuthSettings).map(({ bearer }) => bearer)).toEqual([null]);
  });

  it('a call whose token is refused renews the token once and is made again', async () => {
    storeTokens(tokensOf(MIRA));
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    expect(site.history()).toEqual(['getProfile', 'refreshToken', 'getProfile']);
    expect(storedTokens()).toEqual(successor);
  });

  it('a call renews a token that has already expired before it is made', async () => {
    storeTokens(tokensOf(MIRA, -1));
    await call(auth.getProfile, {});
    expect(site.history()).toEqual(['refreshToken', 'getProfile']);
  });

  it('calls made at the same time renew the token once', async () => {
    storeTokens(tokensOf(MIRA));
    await Promise.all([call(auth.getProfile, {}), call(catalog.listVideos, {}), call(auth.getProfile, {})]);
    expect(site.count(REFRESH)).toBe(1);
  });

  it('a call whose new token is refused as well does not renew again', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(PROFILE, () => denied);
    await expect(call(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    expect(site.history()).toEqual(['getProfile', 'refreshToken', 'getProfile']);
  });

  it('a refused refresh ends the session, and the call fails with the refusal', async () => {
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
    ['gets no response', NO_ANSWER, 0],
  ])('the session is kept when the refresh %s', async (_, reply, status) => {
    const tokens = tokensOf(MIRA);
    storeTokens(tokens);
    site.on(REFRESH, () => reply);
    await expect(call(auth.getProfile, {})).rejects.toMatchObject({ status });
    expect(storedTokens()).toEqual(tokens);
  });

  it.each([
    ['is over', refused],
    ['cannot be renewed at the moment', away],
  ])('public data is returned even if the session %s', async (_, reply) => {
    storeTokens(tokensOf(MIRA));
    site.on(REFRESH, () => reply);
    expect((await call(catalog.listVideos, {})).data).toEqual(VIDEO_PAGE);
  });

  it('a call that is forbidden does not renew the token', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(catalog.getTranscodingStatus, () => failure('FORBIDDEN', 'Superadmin required'));
    await expect(call(catalog.getTranscodingStatus, {})).rejects.toMatchObject({
      message: 'Superadmin required',
    });
    expect(site.count(REFRESH)).toBe(0);
  });

  it('a call uses the tokens that another tab has stored meanwhile', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(PROFILE, ({ bearer }) => {
      if (bearer === successor.accessToken) return { user: MIRA };
      storeTokens(successor);
      return denied;
    });
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    expect(site.count(REFRESH)).toBe(0);
  });

  it('a session that ended during its renewal stays ended', async () => {
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

  it('while sessions cannot be renewed, member calls fail, public calls work, and all share one exchange', async () => {
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

  it('an idle page recovers automatically once sessions can be renewed, and its listeners are called', async () => {
    await call(catalog.listVideos, {});
    site.on(REFRESH, () => {
      valid = successor.accessToken;
      return successor;
    });
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
    expect([storedTokens(), site.count(REFRESH)]).toEqual([successor, 2]);
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
  });

  it('the listeners of a page are called when another tab has recovered first', async () => {
    await call(catalog.listVideos, {});
    storeTokens(successor);
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
    expect(site.count(REFRESH)).toBe(1);
  });

  it('a video for members is not reported as missing while the session cannot be renewed', async () => {
    const id = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
    site.on(at(catalog.getVideo, { id }), () => failure('VIDEO_NOT_FOUND', 'This video does not exist.'));
    await expect(call(catalog.getVideo, { params: { id } })).rejects.toThrow(SENTENCE);
  });

  it('a token is used until it expires, and its early renewal delays no call', async () => {
    const ending = tokensOf(MIRA, 20);
    storeTokens(ending);
    valid = ending.accessToken;
    site.on(REFRESH, () => new Promise(() => {}));
    const startedAt = performance.now();
    expect((await call(auth.getProfile, {})).data).toEqual({ user: MIRA });
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  it('public calls wait for a silent auth server for two seconds at most', async () => {
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

  it('public calls succeed if a service cannot check a valid token', async () => {
    storeTokens(tokensOf(MIRA));
    site.on(VIDEOS, ({ bearer }) => (bearer === null ? VIDEO_PAGE : away));
    expect((await call(catalog.listVideos, {})).data).toEqual(VIDEO_PAGE);
    expect(site.count(REFRESH)).toBe(0);
    await expect.poll(() => recovered, { timeout: 10_000 }).toBe(1);
  });
});

describe('authorizationHeaders', () => {
  it('the authorization header is missing without a session', async () => {
    expect(await authorizationHeaders()).toEqual({});
  });

  it('the authorization header carries a renewed token when the old one expires soon', async () => {
    storeTokens(tokensOf(MIRA, 10));
    expect(await authorizationHeaders()).toEqual({ authorization: `Bearer ${successor.accessToken}` });
  });

  it('a token that has just arrived is valid even if the clock of this device is wrong', async () => {
    const ahead = tokensOf(MIRA, -3600);
    storeTokens(tokensOf(MIRA, -3600));
    site.on(REFRESH, () => ahead);
    await authorizationHeaders();
    expect(await authorizationHeaders()).toEqual({ authorization: `Bearer ${ahead.accessToken}` });
    expect(site.count(REFRESH)).toBe(1);
  });
});
