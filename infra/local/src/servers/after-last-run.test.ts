import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { ProcessRecords } from '../processes/leftovers.ts';
import { cleanUpLastRun } from './after-last-run.ts';

it('a copy of a running site is detached from its server, but not if a link leads to the same database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-copy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const at = (...names: string[]) => join(folder, ...names);
  await mkdir(at('disk'));
  await mkdir(at('original'));
  await symlink(at('disk'), at('original', 'postgres'));
  const server = spawn('sleep', ['600'], { cwd: at('disk') });
  onTestFinished(() => void server.kill('SIGKILL'));
  const pid = server.pid ?? 0;
  await writeFile(at('disk', 'postmaster.pid'), `${pid}\n`);
  new ProcessRecords(at('original')).add({ name: 'postgres', pid, stopSignal: 'SIGINT' });

  await cp(at('original'), at('linked'), { recursive: true, verbatimSymlinks: true });
  await expect(cleanUpLastRun(at('linked'), () => undefined)).rejects.toThrow('a link to the same folder');
  expect(existsSync(at('disk', 'postmaster.pid'))).toBe(true);

  await cp(at('original'), at('whole'), { recursive: true, dereference: true });
  await cleanUpLastRun(at('whole'), () => undefined);
  expect(existsSync(at('whole', 'postgres', 'postmaster.pid'))).toBe(false);
  expect(existsSync(at('disk', 'postmaster.pid'))).toBe(true);
});
