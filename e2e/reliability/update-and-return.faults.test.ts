import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { freePort, type Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { git, makeReleaseOrigin, readReleases } from '../../tools/releases/release-origin.ts';
import { makeClip } from '../support/clips.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';
import { BUILD_MS, hasCommit } from './older-site.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const OLD = '1.0.0';
const old = readReleases().find(({ version }) => version === OLD)?.commit ?? '';
const isHere = await hasCommit(old);
const password = randomBytes(12).toString('hex');

/** Returns the commands of update.md that follow a heading. */
async function readSteps(heading: string): Promise<string[]> {
  const page = await readFile(join(ROOT, 'docs/operations/update.md'), 'utf8');
  const [, block = ''] = page.slice(page.indexOf(heading)).split(/```(?:sh)?\n/);
  return block.split('\n').filter((line) => line.trim() !== '');
}

describe.skipIf(!isHere)(
  `an update from ${OLD} by npm start${isHere ? '' : ', which this clone lacks'}`,
  () => {
    let folder: string;
    let clone: string;
    let dataDir: string;
    let url: string;
    let environment: NodeJS.ProcessEnv;
    let current: string;
    let launcher: ChildProcess | undefined;
    let output = '';
    const songs: { id: string; title: string }[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'larksong-update-'));
      const { origin, commit } = makeReleaseOrigin(folder, '99.0.0');
      current = commit;
      [clone, dataDir] = [join(folder, 'larksong'), join(folder, 'data')];
      git(folder, 'clone', '--quiet', '--shared', origin, clone);
      git(clone, 'checkout', '--quiet', old);
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      environment = {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        WORKERS: '1',
      };
    }, BUILD_MS);
    afterAll(async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    });

    /** Types a line of the handbook; returns what it printed. Throws if it fails. */
    function type(line: string): string {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
        cwd: clone,
        env: environment,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${line} ended with ${status}: ${stdout}${stderr}`);
      return stdout + stderr;
    }

    /** Types `npm start` and waits until the site is up. */
    async function start(): Promise<void> {
      output = '';
      const started = spawn('npm', ['start'], {
        cwd: clone,
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      launcher = started;
      for (const stream of [started.stdout, started.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => (output += part));
      await vi.waitFor(
        () => {
          if (started.exitCode !== null) throw new Error(`npm start has ended: ${output}`);
          expect(output).toContain('Ctrl-C stops it');
        },
        { timeout: BUILD_MS, interval: 500 },
      );
    }

    async function stop(): Promise<void> {
      const started = launcher;
      launcher = undefined;
      if (started === undefined || started.exitCode !== null) return;
      started.kill('SIGTERM');
      await once(started, 'close');
    }

    async function superadmin() {
      const text = await readFile(join(dataDir, 'superadmin.json'), 'utf8');
      const file = JSON.parse(text) as Stack['superadmin']; // written by the launcher
      return { url, superadmin: file };
    }

    async function post(path: string, body: unknown): Promise<number> {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    }

    /** Uploads a song and waits until it can be played. */
    async function addSong(title: string): Promise<void> {
      const path = await makeClip({ seconds: 3, width: 160, height: 90 });
      const id = await uploadUntilAccepted(await superadmin(), { path, title });
      songs.push({ id, title });
      await vi.waitFor(
        async () => expect(await (await readSong(id)).text()).toContain('"status":"completed"'),
        {
          timeout: 240_000,
          interval: 500,
        },
      );
    }

    const readSong = (id: string) => fetch(`${url}/api/videos/${id}`);

    /** Signs in, and plays these songs and no others. */
    async function expectSite(titles: string[]): Promise<void> {
      expect(await post('/api/auth/login', { email: 'ada@songs.example', password })).toBe(200);
      for (const { id, title } of songs) {
        const isExpected = titles.includes(title);
        const playlist = await fetch(`${url}/hls/${id}/master.m3u8`);
        expect([title, (await readSong(id)).status, playlist.status]).toEqual(
          isExpected ? [title, 200, 200] : [title, 404, 404],
        );
      }
    }

    it(
      `keeps everything, and go-back returns to ${OLD} with its data, from where the update works again`,
      async () => {
        await start();
        expect(
          await post('/api/auth/register', { username: 'ada', email: 'ada@songs.example', password }),
        ).toBe(201);
        await addSong('A wren of the first release');
        await expectSite(['A wren of the first release']);
        await stop();

        const [fetchRelease = '', startAgain = ''] = await readSteps('## With npm start');
        expect(startAgain).toMatch(/^npm start\b/);
        expect(type(fetchRelease)).toContain('You have 1.0.0. It has no command for backups');
        expect(git(clone, 'rev-parse', 'HEAD')).toBe(current);
        await start();
        expect(output).toContain('npm run larksong -- go-back');
        await expectSite(['A wren of the first release']);
        expect(type('npm run larksong -- verify')).toContain('0 files lost');
        await addSong('A robin of the new one');
        await stop();

        const [goBack = '', startOld = ''] = await readSteps('**To go back to the state before the update**');
        expect([goBack, startOld]).toEqual(['npm run larksong -- go-back', 'npm start']);
        expect(type(goBack)).toContain(`Larksong ${OLD} is checked out`);
        expect(git(clone, 'rev-parse', 'HEAD')).toBe(old);
        await start();
        await expectSite(['A wren of the first release']);
        await stop();

        type(fetchRelease);
        expect(git(clone, 'rev-parse', 'HEAD')).toBe(current);
        await start();
        await expectSite(['A wren of the first release']);
        await stop();
      },
      4 * BUILD_MS,
    );
  },
);
