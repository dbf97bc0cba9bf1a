import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { auth, catalog, NEST_STREAM_COOKIE } from '@larksong/contracts';
import { freePort, type Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSite } from '../support/start-site.ts';
import { makeNestOf, NEST_PIN } from '../support/nests.ts';
import { makeClip } from '../support/clips.ts';
import { uploadUntilAccepted } from '../reliability/fault-uploads.ts';
import { mintCopy, split, type GenuineToken } from './attacks.ts';
import {
  callWith,
  findAdmitted,
  listDescribedCalls,
  listOrigins,
  listStreams,
  mintStrange,
  wantsToken,
} from './nest-tokens.ts';
import { signInAgain, signInSuperadmin, visitor, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { processOf, readSigningKey } from './signing-key.ts';
import { findSiteProcesses } from './site-processes.ts';
import { until } from './until.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const BUILD_MS = 15 * 60_000;
const KINDS = ['nest', 'door', 'stream', 'refresh'] as const;
type Kind = (typeof KINDS)[number];

let folder: string;
let dataDir: string;
let port: number;
let site: Stack | undefined;
let superadmin: Account;
let song: string;
let tokens: Record<Kind, string>;
/** Tokens with a valid signature of the site, of no kind that it issues. */
let strange: Record<string, string>;
/** A valid token of the superadmin, made with the same key as the strange ones. */
let minted: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-tokens-'));
  dataDir = join(folder, 'data');
  port = await freePort();
  const env = { auth: { ACCESS_TOKEN_SECONDS: '7200' } };
  site = await startSite({ dataDir, port, workers: 1, env });
  superadmin = await signInSuperadmin(site);
  song = await uploadPrivate(site);
  tokens = await enter(site);
  const process = processOf(await findSiteProcesses(site.url), 'auth');
  const genuine = split(superadmin.accessToken);
  const key = await readSigningKey(process, String(genuine.header['kid']));
  const inTwoHours = Math.floor(Date.now() / 1000) + 7200;
  const mint = ({ header, claims }: Pick<GenuineToken, 'header' | 'claims'>) =>
    mintCopy({ header, claims: { ...claims, exp: inTwoHours }, signature: '' }, key);
  tokens.door = mint(split(tokens.door));
  minted = mint(genuine);
  strange = mintStrange(mint, { superadmin: genuine, nest: split(tokens.nest), door: split(tokens.door) });
}, BUILD_MS);
afterAll(async () => {
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function uploadPrivate({ url, superadmin: person }: Stack): Promise<string> {
  const path = await makeClip({ seconds: 2, width: 160, height: 90 });
  const id = await uploadUntilAccepted({ url, superadmin: person }, { path, title: 'A quiet owl' });
  const params = { id };
  const isDone = async () =>
    (await superadmin.call(catalog.getVideo, { params })).data.video.status === 'completed';
  await until(isDone, { what: 'the song is completed', withinSeconds: 240 });
  const body = { visibility: 'private' as const, privateUserId: superadmin.user.id };
  await superadmin.call(catalog.updateVideo, { params, body });
  return id;
}

/** Hands a device over to a superadmin's nest that shows the private song, and opens its door. */
async function enter({ url }: Stack): Promise<Record<Kind, string>> {
  const list = { name: 'Owls', videoIds: [song] };
  const { id: listId } = (await superadmin.call(catalog.createSongList, { body: list })).data.list;
  const nestId = await makeNestOf(superadmin, { nickname: 'Juno', listId, minutes: null });
  await superadmin.call(auth.setNestPin, { body: { pin: NEST_PIN } });
  const second = await signInAgain(url, superadmin);
  const { data } = await second.call(auth.handOver, { body: { nestIds: [nestId], canSwitch: true } });
  const { refreshToken: refresh, accessToken: nest } = data;
  const { doorToken: door } = (
    await visitor(url)(auth.openDoor, { body: { refreshToken: refresh, pin: NEST_PIN } })
  ).data;
  const headers = { authorization: `Bearer ${nest}` };
  const cookies = (await rawCall(url + catalog.getNest.path, 'GET', { headers })).headers.getSetCookie();
  const stream = new RegExp(`${NEST_STREAM_COOKIE}=([^;]+)`).exec(cookies.join('\n'))?.[1];
  if (!nest || !stream) throw new Error('the nest has no token or no cookie');
  return { nest, door, stream, refresh };
}

describe('the tokens of a nest of a superadmin', () => {
  it('open the calls that the contract says, and no other call of any service', async () => {
    const { url } = site!;
    const calls = (await listDescribedCalls(ROOT)).filter(wantsToken);
    const { tries, admitted } = await findAdmitted(await listOrigins(url), calls, tokens);
    console.log(`${tries} tries with ${KINDS.length} tokens at ${calls.length} operations`);
    const expected = calls.flatMap(({ operationId, schemes }) =>
      (['nest', 'door'] as const)
        .filter((kind) => schemes.includes(kind))
        .flatMap((kind) =>
          ['as bearer', 'as bearer, with the cookie'].map((way) => `${kind} ${way}: ${operationId}`),
        ),
    );
    const ofGame = ['listCategories', 'dealItems'].flatMap((call) =>
      ['as bearer', 'as bearer, with the cookie'].map((way) => `nest ${way}: ${call}`),
    );
    expect(admitted.filter((one) => !ofGame.includes(one))).toEqual(
      expected.filter((one) => !one.endsWith('getNestSong')).toSorted(),
    );
  });

  it('open the private song with the cookie of its streams alone', async () => {
    const { admitted } = await findAdmitted(await listOrigins(site!.url), listStreams(song), tokens);
    expect(admitted.every((one) => /^stream as (the stream cookie of a nest|both)/.test(one))).toBe(true);
    expect(admitted.length).toBeGreaterThan(0);
  });

  it('are opened by nothing else that is signed with the key of the site', async () => {
    const origins = await listOrigins(site!.url);
    const { pathname } = new URL(site!.url);
    expect(pathname).toBe('/');
    const profile = { method: 'GET', path: auth.getProfile.path };
    expect((await callWith(site!.url, profile, { authorization: `Bearer ${minted}` })).status).toBe(200);
    const some = [
      'getProfile',
      'listAccounts',
      'listNests',
      'getNest',
      'listDoorNests',
      'getDoorRule',
      'listVideos',
    ];
    const calls = (await listDescribedCalls(ROOT)).filter(({ operationId }) => some.includes(operationId));
    expect(calls).toHaveLength(some.length);
    const { tries, admitted } = await findAdmitted(origins, [...calls, ...listStreams(song)], strange);
    console.log(`${Object.keys(strange).length} tokens of no kind, ${tries} tries`);
    expect(admitted).toEqual([]);
  });
});
