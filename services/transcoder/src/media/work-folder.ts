import { chmod, chown, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { kill } from './process.ts';
import { NOBODY, type Isolation } from './sandbox.ts';

/** Creates a folder that ffmpeg's user may write to, and returns its path. */
export async function createFolder(path: string, isolation: Isolation): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o755 });
  if (isolation.unprivilegedUser) {
    await chmod(path, 0o755);
    await chown(path, NOBODY, NOBODY);
  }
  return path;
}

/**
 * Creates this process's root for work folders, named after its id, and cleans up after processes that have ended:
 * deletes their folders, and kills an ffmpeg that had only just started when its worker was killed.
 * Several workers may share one machine and one `parent`. Returns the root's path.
 */
export async function prepareWorkRoot(parent: string): Promise<string> {
  const all = join(parent, 'larksong-transcoder');
  const own = join(all, String(process.pid));
  await mkdir(all, { recursive: true, mode: 0o755 });
  for (const name of await readdir(all)) {
    const isOwn = name === String(process.pid); // an earlier process had the same id, as in a container
    if (isOwn || !isRunning(Number(name))) await cleanUp(join(all, name));
  }
  await mkdir(own, { mode: 0o755 });
  for (const path of [all, own]) await chmod(path, 0o755);
  return own;
}

async function cleanUp(folder: string): Promise<void> {
  const processes = await readdir('/proc').catch(() => []); // not every system has it
  for (const name of processes.filter((entry) => /^\d+$/.test(entry))) {
    const commandLine = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (commandLine.includes(`${folder}/`)) kill(Number(name));
  }
  await removeFolder(folder);
}

function isRunning(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Deletes a folder with its contents; does nothing if it is missing. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
