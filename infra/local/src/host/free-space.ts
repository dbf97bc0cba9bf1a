import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { formatBytes } from '@larksong/contracts';

import { codeOf, Problem } from './problem.ts';

/** The databases of a new site take 80 MB, and their journal grows from there. */
const NEW_SITE_BYTES = 250_000_000;

/** Codes of systems and of Postgres for a full disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** The same in the output of programs. */
const FULL_TEXT = /No space left on device|Disk quota exceeded|ENOSPC/;

/** Throws a `Problem` if the disk has no room for a site that starts for the first time. */
export async function assertRoomForNewSite(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'postgres'))) return;
  const freeBytes = await freeBytesOf(dataDir);
  if (freeBytes === undefined || freeBytes >= NEW_SITE_BYTES) return;
  throw new Problem(
    `A new site needs ${formatBytes(NEW_SITE_BYTES)} for its databases, but the disk of ${dataDir} has only ${formatBytes(freeBytes)} left. Free some space there, or choose a folder on another disk with DATA_DIR.`,
  );
}

/**
 * Replaces an error that means a full disk by a sentence that names the folder whose disk has the least room. Returns
 * any other error unchanged.
 */
export async function explainFullDisk(error: unknown, folders: readonly string[]): Promise<unknown> {
  const text = error instanceof Error ? error.message : '';
  if (!FULL.has(codeOf(error) ?? '') && !FULL_TEXT.test(text)) return error;
  const disks = await Promise.all(
    folders.map(async (folder) => ({ folder, freeBytes: (await freeBytesOf(folder)) ?? 0 })),
  );
  const [fullest] = disks.toSorted((one, other) => one.freeBytes - other.freeBytes);
  return new Problem(
    `The disk of ${fullest?.folder} is full (${formatBytes(fullest?.freeBytes ?? 0)} left). Free some space there (df -h, df -i and du -sh show what uses the space), then start again.`,
    { cause: error },
  );
}

async function freeBytesOf(folder: string): Promise<number | undefined> {
  for (let path = folder; ; path = dirname(path)) {
    const disk = await statfs(path).catch(() => undefined);
    if (disk !== undefined) return disk.bavail * disk.bsize;
    if (path === dirname(path)) return undefined;
  }
}
