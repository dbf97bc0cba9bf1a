import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

import { startStopwatch } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { ALL, alive, MAIN, openSites, passwordOf, signIn, status, type Sites } from './launched-site.ts';

/** Far more than a stop takes on a busy machine. */
const STOP_MS = 60_000;
/** Each test starts several programs, one of them a whole site. */
vi.setConfig({ testTimeout: 360_000 });

let sites: Sites;
beforeAll(async () => {
  sites = await openSites();
});
afterAll(() => sites?.end());

it('npm start runs the site and prints the password once', async () => {
  const first = await sites.launch();
  const password = /Password\s+(\S+)\s+\(shown this once/.exec(first.output)?.[1] ?? '';
  expect(password).toBe(await passwordOf(first));
  expect(await status(first.url)).toBe(200);
  expect(await signIn(first, password)).toBe(200);
  expect(alive(await first.pids()).toSorted()).toEqual(ALL);
});

it.runIf(process.getuid?.() === 0)(
  'when started by root, the services run as a separate user, who takes over the files that root wrote before',
  async ({ skip }) => {
    const site = await sites.share();
    if (site.output.includes('run as root'))
      skip('another user cannot run this clone, and the launcher said so');

    const owners = await Promise.all(
      Object.entries(await site.pids()).map(async ([name, pid]) => [name, (await stat(`/proc/${pid}`)).uid]),
    );
    expect(owners.filter(([, uid]) => uid === 0)).toEqual([]);
    expect(new Set(owners.map(([, uid]) => uid)).size).toBe(2); // Postgres has its own user
    const { uid } = await stat(sites.oldObject);
    expect(owners).toContainEqual(['catalog', uid]);
    expect(await status(`${site.url}/api/videos`)).toBe(200);
  },
);

it.runIf(isLongRun)(
  'a running site offers commands for its accounts, and prints the folder that it writes mails to',
  async () => {
    const site = await sites.share();
    const command = async (...args: string[]) => {
      const child = spawn(site.node, [MAIN, 'larksong', ...args], {
        env: { ...process.env, DATA_DIR: site.dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [output, complaint] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: child.exitCode, output, complaint };
    };
    const list = await command('users', 'list');
    expect(list).toEqual({
      code: 0,
      output: 'superadmin@larksong.example\tsuperadmin\tsuperadmin\tverified\n',
      complaint: '',
    });
    const reset = await command('users', 'reset-password', 'superadmin@larksong.example', '--show-link');
    expect(reset.output).toMatch(/http:\/\/localhost:\d+\/reset-password\?token=[\w-]{43}\n$/);
    expect(reset.output).toContain(new URL(site.url).port);
    const disable = await command('users', 'disable', 'superadmin@larksong.example');
    expect(disable).toMatchObject({ code: 1, complaint: expect.stringContaining('only superadmin') });
    expect(site.output).toMatch(/Mail {2}\S+mail\n/);
  },
);

it('every killed part of the site is restarted, and the site answers as before', async () => {
  const site = await sites.share();
  const before = await site.pids();
  for (const pid of Object.values(before)) process.kill(pid, 'SIGKILL');
  await vi.waitFor(
    async () => {
      for (const name of ALL) expect(site.output).toContain(`${name} is running again.`);
      expect(await status(`${site.url}/api/videos`)).toBe(200);
    },
    { timeout: 240_000, interval: 100 },
  );
  const after = await site.pids();
  expect(alive(after).toSorted()).toEqual(ALL);
  for (const name of ALL) expect(after[name]).not.toBe(before[name]);
});

it.runIf(isLongRun)(
  'a start after kill -9 ends all leftover processes, including the databases, and finds its data again',
  async () => {
    const first = await sites.share();
    const password = await passwordOf(first);
    const pids = await first.pids();
    await first.end('SIGKILL');
    expect(alive(pids).toSorted()).toEqual(ALL);

    const second = await sites.launch();
    expect(second.output).toMatch(/Ended processes that the last run left behind: .*postgres/);
    expect(alive(pids)).toEqual([]);
    expect(await signIn(second, password)).toBe(200);
    expect(second.output).not.toContain(password);
    expect(second.output).toContain('superadmin.json');
  },
);

it('a site leaves no process on SIGTERM', async () => {
  const site = await sites.share();
  const pids = await site.pids();
  const elapsedMs = startStopwatch();
  expect(await site.end('SIGTERM'), site.output).toBe(0);
  expect(elapsedMs()).toBeLessThan(STOP_MS);
  expect(alive(pids)).toEqual([]);
});

it.runIf(isLongRun)('a site that is stopped while it is starting stops cleanly', async () => {
  const launcher = await sites.begin('stopped');
  await vi.waitFor(() => expect(launcher.output).toContain('Starting the services'), {
    timeout: 240_000,
    interval: 5,
  });
  const pids = await launcher.pids();
  expect(await launcher.end('SIGTERM')).toBe(0);
  expect(launcher.output).toContain('Stopped before everything was up.');
  expect(alive({ ...pids, ...(await launcher.pids()) })).toEqual([]);
});
