import type { KeyObject } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { listForgeries, listMinted, mintCopy, split, type GenuineToken } from './attacks.ts';
import { createMember, signInSuperadmin, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { processOf, readSigningKey } from './signing-key.ts';
import { findSiteProcesses, originOf } from './site-processes.ts';
import { until } from './until.ts';
import { uploadFile } from './uploads.ts';
import { sharedSite } from '../support/shared-site.ts';

/** A call that needs a valid token, at one of the site's services. */
interface ProtectedCall {
  origin: string;
  method: string;
  path: string;
}

let genuine: { superadmin: GenuineToken; member: GenuineToken; jwk: Record<string, unknown> };
let signingKey: KeyObject;
let superadmin: Account;
let protectedCalls: ProtectedCall[];

beforeAll(async () => {
  const siteUrl = sharedSite().url;
  const processes = await findSiteProcesses(siteUrl);
  const auth = processOf(processes, 'auth');
  superadmin = await signInSuperadmin();
  const member = await createMember();
  const keySet = await rawCall(`${originOf(auth)}/.well-known/jwks.json`, 'GET');
  const { keys } = JSON.parse(keySet.text) as { keys: Record<string, unknown>[] }; // RFC 7517
  const admin = split(superadmin.accessToken);
  const jwk = keys.find(({ kid }) => kid === admin.header['kid']) ?? {};
  genuine = { superadmin: admin, member: split(member.accessToken), jwk };
  signingKey = await readSigningKey(auth, String(admin.header['kid']));
  const video = await uploadForMembers(superadmin);
  const callsByService = {
    auth: [
      ['GET', '/api/auth/profile'],
      ['GET', '/api/admin/accounts'],
    ],
    game: [
      ['GET', '/api/admin/game/categories'],
      ['DELETE', '/api/admin/game/items/00000000-0000-7000-8000-000000000000'],
    ],
    catalog: [
      ['GET', '/api/videos'],
      ['GET', `/api/videos/${video}`],
      ['GET', '/api/admin/transcoding/status'],
      ['DELETE', '/api/admin/videos/00000000-0000-7000-8000-000000000000'],
      ['GET', `/hls/${video}/master.m3u8`],
    ],
  } as const;
  protectedCalls = Object.entries(callsByService).flatMap(([service, list]) =>
    [siteUrl, originOf(processOf(processes, service))].flatMap((origin) =>
      list.map(([method, path]) => ({ origin, method, path })),
    ),
  );
});

async function uploadForMembers(account: Account): Promise<string> {
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const form = { title: 'For members', visibility: 'registered' as const, file };
  const id = await uploadFile(sharedSite().url, account, form);
  const isPlayable = async () =>
    (await account.call(catalog.getVideo, { params: { id } })).data.video.playable;
  await until(isPlayable, { what: 'a video playable', withinSeconds: 240 });
  return id;
}

async function callWithToken({ origin, method, path }: ProtectedCall, token: string): Promise<number> {
  return (await rawCall(origin + path, method, { token })).status;
}

/** Returns whether an answer rejects the token; 404 for addresses where a visitor finds nothing either. */
function isRefusal(status: number, { path }: ProtectedCall): boolean {
  return [400, 401, 431].includes(status) || (status === 404 && path.startsWith('/hls/'));
}

/** By day, a token is tried at every third call, in turn, so that all tokens together are tried at all calls. */
const STRIDE = 3;

/** Tries all tokens. Returns every try that was accepted or answered with a 5xx. */
async function tryAll(tokens: Record<string, string>): Promise<{ tries: number; wrong: string[] }> {
  const wrong: string[] = [];
  let tries = 0;
  for (const [number, [trick, token]] of Object.entries(tokens).entries())
    for (const call of protectedCalls.filter((_, index) => isLongRun || (index + number) % STRIDE === 0)) {
      const status = await callWithToken(call, token);
      tries += 1;
      if (!isRefusal(status, call))
        wrong.push(`${trick}: ${status} at ${call.origin} ${call.method} ${call.path}`);
    }
  return { tries, wrong };
}

describe('an access token', () => {
  it('a valid access token opens every call, also as a copy signed with the same key', async () => {
    for (const token of [superadmin.accessToken, mintCopy(genuine.superadmin, signingKey)])
      for (const call of protectedCalls)
        expect(await callWithToken(call, token), call.path).toBe(call.method === 'DELETE' ? 404 : 200);
  });

  it('an access token forged without the key opens nothing', async () => {
    const tokens = listForgeries(genuine);
    const { tries, wrong } = await tryAll(tokens);
    console.log(
      `${Object.keys(tokens).length} forged tokens, ${tries} tries: ${wrong.length} accepted or 5xx`,
    );
    expect(wrong).toEqual([]);
  });

  it('an access token with a valid signature and any other flaw opens nothing', async () => {
    const tokens = listMinted(genuine.superadmin, signingKey);
    const { tries, wrong } = await tryAll(tokens);
    console.log(
      `${Object.keys(tokens).length} ill-made tokens, ${tries} tries: ${wrong.length} accepted or 5xx`,
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['Basic', 'Basic c3VwZXJhZG1pbjpwYXNzd29yZA=='],
    ['no scheme', ''],
    ['an unknown scheme', 'Token abc.def.ghi'],
    ['two tokens', 'Bearer a.b.c, Bearer d.e.f'],
  ])('an access token opens nothing in an authorization header of %s', async (_, authorization) => {
    for (const { origin, method, path } of protectedCalls) {
      const { status } = await rawCall(origin + path, method, { headers: { authorization } });
      expect([400, 401, 404], path).toContain(status);
    }
  });

  it('an access token opens nothing in a query or a cookie', async () => {
    const token = superadmin.accessToken;
    for (const call of protectedCalls.filter(({ path }) => /profile|admin/.test(path))) {
      const address = `${call.origin}${call.path}?access_token=${token}&token=${token}`;
      const headers = { cookie: `access_token=${token}; larksong_stream=${token}; auth=${token}` };
      expect((await rawCall(address, call.method, { headers })).status).toBe(401);
    }
  });
});
