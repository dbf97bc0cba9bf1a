import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startMinio, type TestMinio } from '@larksong/service-kit/testing/minio';
import { setMinioPolicy, setMinioUser } from '@larksong/service-kit/testing/minio-users';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { freePort } from '../../src/index.ts';
import { FaultySite } from './faulty-site.ts';
import { expectAlone, printFaults, expectSoon, expectSound } from './found-faults.ts';
import { startMailServer } from './mail-server.ts';

const USER = 'songs';
const SECRET = 'a-key-of-the-site-alone';
const BUCKET = 'larksong';

let folder: string;
let minio: TestMinio | undefined;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let proxy: { server: Server; skewMs: number };
let site: FaultySite | undefined;

/** Returns a policy for everything in the bucket but one action. */
function allBut(action?: string): object {
  const Resource = [`arn:aws:s3:::${BUCKET}`, `arn:aws:s3:::${BUCKET}/*`];
  const Statement = [
    { Effect: 'Allow', Action: ['s3:*'], Resource },
    ...(action === undefined ? [] : [{ Effect: 'Deny', Action: [action], Resource }]),
  ];
  return { Version: '2012-10-17', Statement };
}

/** Starts a proxy before MinIO, whose clock can be wrong. */
async function startProxy(target: string): Promise<typeof proxy> {
  const started = { server: createServer(), skewMs: 0 };
  started.server.on('request', (incoming, response) => {
    const { method, headers, url } = incoming;
    const passed = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      const date = new Date(Date.now() + started.skewMs).toUTCString();
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, date });
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  await once(started.server.listen(0, '127.0.0.1'), 'listening');
  return started;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-doctor-s3-'));
  const started = await startMinio();
  if ('unavailable' in started) return;
  minio = started;
  await setMinioUser(minio, USER, SECRET);
  await setMinioPolicy(minio, USER, allBut());
  mail = await startMailServer();
  proxy = await startProxy(minio.endpoint);
  site = new FaultySite({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    settings: {
      SETUP: 'off',
      SMTP_URL: mail.url,
      MAIL_FROM: 'songs@school.example',
      MIN_FREE_BYTES: String(200 * 1024 ** 2),
      S3_ENDPOINT: `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`, // of a TCP server
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY: USER,
      S3_SECRET_KEY: SECRET,
      S3_METRICS_URL: `${minio.endpoint}/minio/v2/metrics/cluster`,
    },
  });
  await site.start();
});
afterAll(async () => {
  printFaults();
  await site?.end();
  await minio?.stop();
  proxy?.server.close();
  mail?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach((context) => {
  if (site === undefined) context.skip('no MinIO');
});

function running(): { site: FaultySite; minio: TestMinio } {
  if (site === undefined || minio === undefined) throw new Error('The site was not started.');
  return { site, minio };
}

it('a sound site with an S3 server has no findings, with its data folder and in a container', async () => {
  await expectSound(() => running().site.doctor());
  expect((await running().site.doctorInContainer()).findings).toEqual([]);
});

it.each(['s3:PutObject', 's3:GetObject', 's3:ListBucket', 's3:DeleteObject'])(
  'doctor names, alone: the key lacks %s',
  async (action) => {
    const parts = running();
    await setMinioPolicy(parts.minio, USER, allBut(action));
    await expectSoon(`the S3 key lacks ${action}`, ['storage-denied'], () => parts.site.doctor());
    const { findings } = await parts.site.doctorInContainer();
    expect(findings.map(({ remedy }) => remedy)).toEqual(findings.map(() => expect.stringContaining(action)));
    await setMinioPolicy(parts.minio, USER, allBut());
    await expectSound(() => parts.site.doctor());
  },
);

it('doctor names, alone: the S3 server has another key', async () => {
  const parts = running();
  await setMinioUser(parts.minio, USER, 'another-key-of-the-site');
  await expectSoon('the S3 server has another key', ['storage-denied'], () => parts.site.doctor());
  await setMinioUser(parts.minio, USER, SECRET);
  await expectSound(() => parts.site.doctor());
});

it('doctor names, alone: the clock of the S3 server is wrong', async () => {
  proxy.skewMs = 40 * 60_000;
  expectAlone('the clock of the S3 server is wrong', ['clock-wrong'], await running().site.doctor());
  proxy.skewMs = 0;
});

it('doctor names, alone: a service of a container does not run', async () => {
  const report = await running().site.doctorInContainer({ GAME_URL: 'http://127.0.0.1:9' });
  expectAlone('a service of a container does not run', ['service-away'], report);
});

it('doctor names, alone: a secret is missing in the container', async () => {
  const report = await running().site.doctorInContainer({ AUTH_SECRET: '' });
  expectAlone('a secret is missing in the container', ['setting-invalid'], report);
});

it('doctor names, alone: the stopped S3 server', async () => {
  const parts = running();
  await parts.minio.stop();
  await expectSoon('the S3 server is stopped', ['storage-away'], () => parts.site.doctor());
});
