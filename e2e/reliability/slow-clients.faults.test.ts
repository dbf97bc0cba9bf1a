import { randomInt } from 'node:crypto';
import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';
import { FFMPEG, findCommand, type Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { startSite } from '../support/start-site.ts';
import { head, measure, openCrowd, type Crowd, type ClientCalls, type Measured } from './slow-clients.ts';

const line = faultLine(19);
const SOCKETS = 1000;
const TIMES = 40;
/** Tolerance, since durations of a few milliseconds may double by chance. */
const SLACK_MS = 60;

let site: Stack;
let videoId: string;
let segment: string;
let usual: Record<string, Measured>;

beforeAll(async () => {
  // The default limits; only the client addresses are simulated.
  const gateway = { TRUSTED_PROXIES: 'loopback', RATE_LIMIT_PER_MINUTE: '600' };
  const auth = { SIGN_IN_TRIES_PER_ACCOUNT: '100000' }; // one account signs in from every address for the measurement
  site = await startSite({ workers: 1, env: { gateway, auth } });
  const superadmin = await signInSuperadmin(site);
  videoId = await uploadFile(site.url, superadmin, {
    title: 'Noise',
    visibility: 'public',
    file: await openAsBlob(await makeNoise()),
  });
  const isCompleted = async () =>
    (await superadmin.call(catalog.getVideo, { params: { id: videoId } })).data.video.status === 'completed';
  await until(isCompleted, { what: 'the film', withinSeconds: 200, everyMs: 500 });
  segment = await findSegment();
  await measure(others(), 5); // warms up
  usual = await measure(others(), TIMES);
});
afterAll(() => site?.stop());

/** Makes a film with segments that are large for its resolution. */
async function makeNoise(): Promise<string> {
  const ffmpeg = await findCommand(FFMPEG.commands);
  if (ffmpeg === undefined) throw new Error('ffmpeg is not installed.');
  const file = join(inject('workFolder'), 'noise.mp4');
  const source = 'testsrc2=size=640x360:rate=25:duration=8,noise=alls=90:allf=t+u';
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-crf', '30'];
  await promisify(execFile)(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...encoding, file]);
  return file;
}

async function findSegment(): Promise<string> {
  const folder = `/hls/${videoId}/360p`;
  const playlist = await (await fetch(`${site.url}${folder}/playlist.m3u8`)).text();
  const name = playlist.split('\n').find((line) => line.endsWith('.m4s'));
  if (name === undefined) throw new Error('the stream has no segment');
  return `${folder}/${name}`;
}

/** Returns the calls of other clients, each from its own address. */
function others(): ClientCalls {
  const ask = async (path: string, init: RequestInit = {}) => {
    const from = `198.18.${randomInt(256)}.${randomInt(256)}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    const signal = AbortSignal.timeout(20_000);
    const answer = await fetch(site.url + path, { ...init, headers, signal });
    await answer.arrayBuffer();
    return answer.status;
  };
  const { email, password } = site.superadmin;
  const body = JSON.stringify({ email, password });
  return {
    list: () => ask('/api/videos'),
    'sign-in': () => ask('/api/auth/login', { method: 'POST', body }),
    stream: () => ask(segment),
  };
}

/** Returns whether others are served at normal speed; accepting a crowd of connections takes time. */
async function isSettled(): Promise<boolean> {
  const now = await measure(others(), 3);
  return Object.entries(now).every(([name, { worstMs }]) => worstMs <= 2 * (usual[name]?.worstMs ?? 0));
}

async function expectAsUsual(attack: string): Promise<void> {
  await until(isSettled, { what: `${attack}: others served as usual`, withinSeconds: 20 });
  const now = await measure(others(), TIMES);
  for (const [name, { p95Ms, worstMs, statuses }] of Object.entries(now)) {
    const { p95Ms: before = 0, worstMs: worstBefore = 0 } = usual[name] ?? {};
    console.log(
      `${attack}: ${name} p95 ${before.toFixed(0)} -> ${p95Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`,
    );
    expect([...statuses], name).toEqual([200]);
    expect(p95Ms, name).toBeLessThanOrEqual(2 * before + SLACK_MS);
    expect(worstMs, name).toBeLessThan(Math.max(1000, 2 * worstBefore));
  }
}

/** Returns the seconds until the gateway had closed the whole crowd. */
async function lastClosed(crowd: Crowd, what: string): Promise<number> {
  const seconds = Math.max(...(await crowd.closed)) / 1000;
  console.log(`${crowd.sockets.length} sockets with ${what}: the last closed after ${seconds.toFixed(1)} s`);
  return seconds;
}

describe('others are served as usual', () => {
  it('others are served as usual while one socket requests 530 segments and reads nothing', async () => {
    const bytes = head(`GET ${segment}`, '203.0.113.1').repeat(530);
    const crowd = await openCrowd(site.url, { count: 1, bytes, reads: false });
    await expectAsUsual('530 pipelined');
    crowd.end();
  });

  it('others are served as usual while fifty sockets request ten segments each and read nothing', async () => {
    const bytes = head(`GET ${segment}`, '203.0.113.2').repeat(10);
    const crowd = await openCrowd(site.url, { count: 50, bytes, reads: false });
    await expectAsUsual('50 x 10 pipelined');
    crowd.end();
  });

  it('others are served as usual while 540 sign-in bodies stall', async () => {
    const bytes = head('POST /api/auth/login', '203.0.113.3', 'content-length: 100') + '{"a"';
    const crowd = await openCrowd(site.url, { count: 540, bytes, reads: true });
    await expectAsUsual('540 stalled bodies');
    crowd.end();
  });

  it(`others are served as usual while ${SOCKETS} sockets never end their headers, and these are closed within 15 s`, async () => {
    const crowd = await openCrowd(site.url, {
      count: SOCKETS,
      bytes: 'GET /api/videos HTTP/1.1\r\nhost: x\r\nx-slow: ',
      drip: 'x',
      reads: true,
    });
    const [seconds] = await Promise.all([lastClosed(crowd, 'slow headers'), expectAsUsual('slow headers')]);
    crowd.end();
    line.prove(`${SOCKETS} sockets never end their headers`, {
      closed: { measured: seconds, atMost: 15, unit: 's' },
    });
  });

  it.each([
    ['stalled', undefined, '203.0.113.4'],
    ['dripping', 'x', '203.0.113.5'],
  ])(
    `others are served as usual while the bodies of ${SOCKETS} calls are %s, and these are closed within 35 s`,
    async (what, drip, from) => {
      const bytes = head(`POST /api/videos/${videoId}/view`, from, 'content-length: 100') + '{';
      const crowd = await openCrowd(site.url, { count: SOCKETS, bytes, reads: true, ...(drip && { drip }) });
      const [seconds] = await Promise.all([
        lastClosed(crowd, `${what} bodies`),
        expectAsUsual(`${what} bodies`),
      ]);
      crowd.end();
      line.prove(`the bodies of ${SOCKETS} calls are ${what}`, {
        closed: { measured: seconds, atMost: 35, unit: 's' },
      });
    },
  );

  it(`others are served as usual while ${SOCKETS} sockets do not read the segments that they requested`, async () => {
    const crowd = await openCrowd(site.url, {
      count: SOCKETS,
      bytes: head(`GET ${segment}`, '203.0.113.6'),
      reads: false,
    });
    await expectAsUsual('unread answers');
    crowd.end();
    await expectAsUsual('after them');
  });
});
