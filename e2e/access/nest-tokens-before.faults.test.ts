import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { auth, catalog } from '@larksong/contracts';
import { freePort, type Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { uploadUntilAccepted } from '../reliability/fault-uploads.ts';
import { makeClip } from '../support/clips.ts';
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
import { signInSuperadmin } from './people.ts';
import { processOf, readSigningKey } from './signing-key.ts';
import { findSiteProcesses } from './site-processes.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const ROOT = dirname(dirname(import.meta.dirname));
/** The release 1.0.0, which knows no nests. It does not start on newer data, so it gets tokens signed with its own key. */
const RELEASE = '315c38e0';
const BUILD_MS = 15 * 60_000;
const isHere = await run('git', ['cat-file', '-e', `${RELEASE}^{commit}`], { cwd: ROOT }).then(
  () => true,
  () => false,
);

type Mint = (token: Pick<GenuineToken, 'header' | 'claims'>) => string;

describe.skipIf(!isHere)(`the release 1.0.0${isHere ? '' : ', which this clone lacks'}`, () => {
  let folder: string;
  let launcher: ChildProcess | undefined;
  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'larksong-before-'));
    await run('sh', ['-c', `mkdir old && git -C ${ROOT} archive ${RELEASE} | tar -x -C old`], {
      cwd: folder,
    });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    // Its services are found by their address.
    const settings = { DATA_DIR: join(folder, 'data'), PORT: String(port), PUBLIC_URL: url };
    launcher = await start(join(folder, 'old'), settings);
  }, BUILD_MS);
  afterAll(async () => {
    if (launcher?.exitCode === null) {
      launcher.kill('SIGINT');
      await once(launcher, 'close');
    }
    await rm(folder, { recursive: true, force: true });
  });

  it(
    'refuses the tokens of nests and doors at all of its operations, and private songs',
    async () => {
      const file = await readFile(join(folder, 'data/superadmin.json'), 'utf8');
      const person = JSON.parse(file) as Stack['superadmin']; // written by the launcher
      const superadmin = await signInSuperadmin({ url, superadmin: person });
      const song = await uploadPrivate({ url, superadmin: person });
      const processes = await findSiteProcesses(url);
      const genuine = split(superadmin.accessToken);
      const key = await readSigningKey(processOf(processes, 'auth'), String(genuine.header['kid']));
      const inTwoHours = Math.floor(Date.now() / 1000) + 7200;
      const mint: Mint = ({ header, claims }) =>
        mintCopy({ header, claims: { ...claims, exp: inTwoHours }, signature: '' }, key);

      const profile = { method: 'GET', path: auth.getProfile.path };
      expect((await callWith(url, profile, { authorization: `Bearer ${mint(genuine)}` })).status).toBe(200);
      const { nest, door } = toNestTokens(genuine);
      const secret = processOf(processes, 'catalog').environment['STREAM_COOKIE_SECRET'] ?? '';
      expect(secret).not.toBe('');
      const tokens = {
        ...{ nest: mint(nest), door: mint(door), refresh: randomBytes(32).toString('base64url') },
        stream: signStreamCookie(secret, nest),
      };
      const calls = [
        ...(await listDescribedCalls(join(folder, 'old'))).filter(wantsToken),
        ...listStreams(song),
      ];
      const origins = await listOrigins(url);
      const { tries, admitted } = await findAdmitted(origins, calls, tokens);
      console.log(`1.0.0: ${tries} tries with 4 tokens at ${calls.length} operations`);
      expect(admitted).toEqual([]);
      const strange = Object.entries(mintStrange(mint, { superadmin: genuine, nest, door }));
      // Its own type and audience are a kind that it knows.
      const unknown = Object.fromEntries(strange.filter(([name]) => !name.endsWith('at+jwt, larksong')));
      const some = calls.filter(
        ({ operationId, path }) =>
          /^(getProfile|listAccounts|listVideos)$/.test(operationId) || path.includes(song),
      );
      expect(some.length).toBeGreaterThan(4);
      expect((await findAdmitted(origins, some, unknown)).admitted).toEqual([]);
    },
    BUILD_MS,
  );
});

/** Starts the older version in a folder; throws if it does not come up. */
async function start(cwd: string, settings: Record<string, string>): Promise<ChildProcess> {
  const env = { ...process.env, HOST: '127.0.0.1', WORKERS: '1', ...settings };
  const launcher = spawn(process.execPath, ['infra/local/launch.mjs', 'start'], {
    ...{ cwd, env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  const isUp = async () => {
    if (launcher.exitCode !== null) throw new Error(`the old version has ended: ${output}`);
    return output.includes('Ctrl-C stops it');
  };
  await until(isUp, { what: 'the old version runs', withinSeconds: BUILD_MS / 1000 });
  return launcher;
}

async function uploadPrivate(site: Pick<Stack, 'url' | 'superadmin'>): Promise<string> {
  const path = await makeClip({ seconds: 2, width: 160, height: 90 });
  const id = await uploadUntilAccepted(site, { path, title: 'A quiet owl' });
  const superadmin = await signInSuperadmin(site);
  const params = { id };
  const isDone = async () =>
    (await superadmin.call(catalog.getVideo, { params })).data.video.status === 'completed';
  await until(isDone, { what: 'the song is completed', withinSeconds: 240 });
  const body = { visibility: 'private' as const, privateUserId: superadmin.user.id };
  await superadmin.call(catalog.updateVideo, { params, body });
  return id;
}

/** Returns tokens of a nest and a door of an account, with its own session, as this version would sign them. */
function toNestTokens({ header, claims }: GenuineToken): Record<'nest' | 'door', GenuineToken> {
  const { iss, iat, sub, sid } = claims;
  const nest = { iss, iat, aud: 'larksong-nest', sub: randomUUID(), own: sub, rule: randomUUID(), sid };
  const door = { iss, iat, aud: 'larksong-door', sub: randomUUID(), mem: sub, sid };
  const toToken = (typ: string, of: GenuineToken['claims']) => ({
    header: { ...header, typ },
    claims: of,
    signature: '',
  });
  return { nest: toToken('nest+jwt', nest), door: toToken('door+jwt', door) };
}

/** Signs the cookie of a nest's streams as this version does. */
function signStreamCookie(secret: string, { claims }: GenuineToken): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'nest streams', 32));
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 600;
  const own = { ...claims, iss: 'larksong-catalog', aud: 'larksong-nest-stream', exp };
  const text = `${encode({ alg: 'HS256', typ: 'nest-stream+jwt' })}.${encode(own)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
