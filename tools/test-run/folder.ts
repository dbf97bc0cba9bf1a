import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { identityOf } from '@larksong/local/host/process-identity';

/** Linux' folder in memory. Databases are created there in a tenth of the time that a disk needs. */
const IN_MEMORY = '/dev/shm';
/** The tests write less than a tenth of this at a time. */
const PLENTY_BYTES = 6 * 1024 ** 3;

const NAME = /^larksong-tests-(\d+)-/;

/**
 * Creates a folder for the temporary files of a test run: in memory, if that is allowed and there is plenty of it.
 * Deletes the folders of runs that were killed. `remove` deletes the folder.
 */
export async function createFolderForTests({
  mayBeInMemory,
}: {
  mayBeInMemory: boolean;
}): Promise<{ path: string; remove: () => Promise<void> }> {
  const parent = mayBeInMemory && (await isGoodForTests(IN_MEMORY)) ? IN_MEMORY : tmpdir();
  await removeOldFolders(parent);
  const path = await mkdtemp(join(parent, `larksong-tests-${process.pid}-`));
  await chmod(path, 0o755); // servers run as other users
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function removeOldFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || identityOf(Number(pid)) !== undefined) continue;
    // A small disk that a killed test left mounted there stays until somebody unmounts it.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Returns whether a folder has plenty of memory and may contain programs. */
async function isGoodForTests(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    if (Math.min(bavail * bsize, freemem()) < PLENTY_BYTES) return false;
    const program = join(await mkdtemp(join(folder, 'larksong-')), 'program');
    try {
      await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
      execFileSync(program);
      return true;
    } finally {
      await rm(dirname(program), { recursive: true });
    }
  } catch {
    return false; // missing, or its programs cannot be run
  }
}
