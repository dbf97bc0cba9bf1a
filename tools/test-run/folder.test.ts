import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createFolderForTests } from './folder.ts';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

it.each([true, false])(
  'a folder for tests can hold programs, and is removed with its files; in memory: %s',
  async (mayBeInMemory) => {
    const folder = await createFolderForTests({ mayBeInMemory });
    const program = join(folder.path, 'program');
    await writeFile(program, '#!/bin/sh\necho sings\n', { mode: 0o755 });
    expect(execFileSync(program, { encoding: 'utf8' })).toBe('sings\n');
    expect((await stat(folder.path)).mode & 0o777).toBe(0o755);
    await folder.remove();
    expect(await exists(folder.path)).toBe(false);
  },
);

it('a new folder for tests replaces those of runs that were killed, but not those that are in use', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  const left = join(tmpdir(), `larksong-tests-${child.pid}-left`);
  const used = join(tmpdir(), `larksong-tests-${process.pid}-used`);
  await Promise.all([mkdir(left), mkdir(used)]);
  const folder = await createFolderForTests({ mayBeInMemory: false });
  expect([await exists(left), await exists(used)]).toEqual([false, true]);
  await rm(used, { recursive: true });
  await folder.remove();
});

it('a disk that a killed run left mounted does not prevent the next run', async ({ skip }) => {
  const child = spawn('true');
  await once(child, 'exit');
  const left = join(tmpdir(), `larksong-tests-${child.pid}-mounted`);
  const disk = join(left, 'disk');
  await mkdir(disk, { recursive: true });
  try {
    skip(!mount(disk), 'nothing can be mounted here');
    const folder = await createFolderForTests({ mayBeInMemory: false });
    await folder.remove();
    expect(await exists(disk)).toBe(true);
    execFileSync('umount', [disk]);
  } finally {
    await rm(left, { recursive: true });
  }
});

function mount(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
