import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { readReleases } from '../../tools/releases/release-origin.ts';
import { signInSuperadmin, type Account } from '../support/accounts.ts';
import { makeClip } from '../support/clips.ts';
import { createContainers, hasDocker, type Containers } from '../support/containers.ts';
import { describeAnswers, startLoad, type Answer } from './load.ts';

const run = promisify(execFile);
const ROOT = dirname(dirname(import.meta.dirname));
const BUILD_MS = 60 * 60_000;
const UPDATE_MS = 20 * 60_000;
const SERVICES = ['auth', 'catalog', 'game', 'gateway', 'transcoder'];
/** The release from which the update starts. */
const OLD = '1.0.0';
const CALM_MS = 3000;

const commit = readReleases().find(({ version }) => version === OLD)?.commit ?? '';
const line = faultLine(8);
const obstacle = (await hasDocker())
  ? await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).then(
      () => undefined,
      () => `this clone lacks the commit of release ${OLD}`,
    )
  : 'no Docker engine answers here';
if (obstacle !== undefined) line.skip(obstacle);

/** Builds the images of a source tree as a version, unless it is a committed one whose images are here. */
async function buildImages(tree: string, version: string): Promise<void> {
  for (const service of SERVICES) {
    const isBuilt = run('docker', ['image', 'inspect', `larksong/${service}:${version}`]).then(
      () => !version.endsWith('-changed'),
      () => false,
    );
    if (await isBuilt) continue;
    const file = ['--file', join(tree, 'infra/service.Dockerfile'), '--build-arg', `SERVICE=${service}`];
    const tag = ['--tag', `larksong/${service}:${version}`];
    await run('docker', ['build', '--quiet', ...file, ...tag, tree], { maxBuffer: 64 * 1024 ** 2 });
  }
}

/** Names the images of a version for another one, in which a file of one service is replaced. */
async function spoilVersion(
  from: string,
  to: string,
  spoilt: { service: string; path: string; text: string },
) {
  for (const service of SERVICES)
    await run('docker', ['tag', `larksong/${service}:${from}`, `larksong/${service}:${to}`]);
  const folder = await mkdtemp(join(tmpdir(), 'larksong-spoilt-'));
  await writeFile(join(folder, 'file'), spoilt.text);
  const image = `larksong/${spoilt.service}`;
  await writeFile(
    join(folder, 'Dockerfile'),
    `FROM ${image}:${from}\nCOPY --chmod=644 file /app/${spoilt.path}\n`,
  );
  await run('docker', ['build', '--quiet', '--tag', `${image}:${to}`, folder]);
  await rm(folder, { recursive: true });
}

describe.skipIf(obstacle !== undefined)(`an update in containers (${obstacle ?? `from ${OLD}`})`, () => {
  let site: Containers;
  let account: Account;
  let clip: Blob;
  let videoId: string;
  let tree: string;
  let current: string;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'larksong-release-'));
    await run('sh', ['-c', `git archive ${commit} | tar -x -C ${tree}`], { cwd: ROOT });
    await buildImages(tree, OLD);
    current = (await run('sh', [join(ROOT, 'infra/compose/version.sh')])).stdout.trim();
    await buildImages(ROOT, current);
    site = await createContainers({
      LARKSONG_VERSION: OLD,
      REPLICAS: '2',
      ACCESS_TOKEN_SECONDS: '7200',
      RATE_LIMIT_PER_MINUTE: '100000', // all calls are of one session
    });
    await site.compose('create', 'minio'); // builds its image only if it is missing
    await site.compose('up', '--detach', '--no-build', '--wait');
    const { SUPERADMIN_EMAIL: email = '', SUPERADMIN_PASSWORD: password = '' } = site.settings;
    account = await signInSuperadmin({ url: site.url, superadmin: { email, password } });
    clip = new Blob([await readFile(await makeClip({ seconds: 2, width: 160, height: 90 }))]);
    const load = startSiteLoad({ upload: 600_000 });
    await load.stop();
    videoId = load.accepted.values().next().value ?? '';
    await untilCompleted([videoId]);
  }, BUILD_MS);
  afterAll(async () => {
    await site?.remove();
    await rm(tree, { recursive: true, force: true });
  });

  function startSiteLoad(everyMs: { read?: number; write?: number; upload?: number }) {
    const send = (path: string, init: RequestInit) => fetch(site.url + path, init);
    return startLoad({ account, clip, everyMs, videoId, send });
  }

  async function untilCompleted(ids: string[]): Promise<void> {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    for (const id of ids)
      await vi.waitFor(
        async () => {
          const answer = await fetch(`${site.url}/api/videos/${id}`, { headers });
          const { data } = (await answer.json()) as { data: { video: { status: string } } }; // the envelope
          expect(data.video.status).toBe('completed');
        },
        { timeout: 600_000, interval: 1000 },
      );
  }

  /** Runs some work under 50 requests a second and uploads, and proves that nothing was lost. */
  async function proveUnderLoad(what: string, work: () => Promise<unknown>): Promise<void> {
    const load = startSiteLoad({ read: 24, write: 120, upload: 4000 });
    const startedAt = performance.now();
    await pause(CALM_MS);
    try {
      await work();
      await pause(CALM_MS);
    } finally {
      await load.stop();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const failed = load.answers.filter((answer) => !isFine(answer));
    console.log(`${what}: ${Math.round(seconds)} s, ${describeAnswers(load.answers)}`);
    for (const { path, status, code, sentAtMs, ms } of failed)
      console.log(
        `${((sentAtMs - startedAt) / 1000).toFixed(1)} s: ${path} ${status} ${code} after ${ms.toFixed(0)} ms`,
      );
    await untilCompleted([...load.accepted.values()]);
    line.prove(what, {
      'requests a second': { measured: load.answers.length / seconds, atLeast: 40 },
      'failed writes': { measured: failed.filter((answer) => answer.what !== 'read').length, atMost: 0 },
      'failed requests': { measured: (100 * failed.length) / load.answers.length, atMost: 0.1, unit: '%' },
    });
  }

  /** Runs the update script and returns its exit code and output. */
  async function update(version: string): Promise<{ code: number; said: string }> {
    const file = join(ROOT, 'infra/compose/update.sh');
    const env = { ...process.env, ...site.environment, UPDATE_TO: version, READY_SECONDS: '300' };
    const ended = run('sh', [file, '--no-backup'], { env, maxBuffer: 64 * 1024 ** 2 });
    const { code, stdout, stderr } = await ended.then(
      (output) => ({ code: 0, ...output }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    console.log(stdout + stderr);
    return { code, said: stdout + stderr };
  }

  async function versions(): Promise<string[]> {
    const own = (await site.inspect()).filter(({ image }) => /^larksong\/(?!minio)/.test(image));
    return own.map(({ image }) => image.replace('larksong/', '')).toSorted();
  }

  const expected = (version: string) =>
    ['auth', 'auth', 'catalog', 'catalog', 'game', 'game', 'gateway', 'gateway', 'transcoder'].map(
      (service) => `${service}:${version}`,
    );

  it(
    `an update from ${OLD} under load loses no write`,
    async () => {
      await proveUnderLoad(`update from ${OLD}`, async () => {
        expect((await update(current)).code).toBe(0);
      });
      expect(await versions()).toEqual(expected(current));
    },
    UPDATE_MS,
  );

  it(
    'an update whose migration fails changes nothing, and says so',
    async () => {
      const path = 'services/catalog/src/db/migrations/index.ts';
      const text = await readFile(join(ROOT, path), 'utf8');
      const broken =
        "  '9999-break': { up: async () => { throw new Error('This migration is broken.'); } },\n};";
      await spoilVersion(current, 'broken', {
        service: 'catalog',
        path,
        text: text.replace(/^};$/m, broken),
      });
      await proveUnderLoad('update with a broken migration', async () => {
        const { code, said } = await update('broken');
        expect([code, said]).toEqual([1, expect.stringContaining('This migration is broken.')]);
        expect(said).toContain('nothing was changed');
      });
      expect(await versions()).toEqual(expected(current));
    },
    UPDATE_MS,
  );

  it.each([
    { service: 'game', path: 'services/game/src/main.ts' },
    { service: 'gateway', path: 'services/gateway/src/main.ts' },
  ])(
    'an update whose $service does not become ready is rolled back automatically',
    async ({ service, path }) => {
      const text = "console.error('This version is broken.');\nprocess.exit(1);\n";
      await spoilVersion(current, `dead-${service}`, { service, path, text });
      await proveUnderLoad(`update whose ${service} does not start`, async () => {
        const { code, said } = await update(`dead-${service}`);
        expect([code, said]).toEqual([1, expect.stringContaining('This version is broken.')]);
        expect(said).toContain(`with version ${current}`);
      });
      expect(await versions()).toEqual(expected(current));
    },
    UPDATE_MS,
  );

  it(
    'requests succeed while each container of each service is restarted in turn',
    async () => {
      const names = [...SERVICES.slice(0, 4), 'gateway-2'];
      await proveUnderLoad('SIGTERM to each replica', async () => {
        for (const { service, id } of await site.inspect())
          if (names.includes(service)) {
            await run('docker', ['restart', '--time', '12', id]);
            await vi.waitFor(
              async () => {
                const state = await run('docker', ['inspect', '-f', '{{.State.Health.Status}}', id]);
                expect(state.stdout.trim()).toBe('healthy');
              },
              { timeout: 120_000, interval: 500 },
            );
          }
      });
    },
    UPDATE_MS,
  );
});

function isFine({ status }: Answer): boolean {
  return status === 200 || status === 201;
}
