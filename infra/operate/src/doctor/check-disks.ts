import { statfs } from 'node:fs/promises';

import { formatBytes } from '@larksong/contracts';
import type { Finding } from '@larksong/health';

const MIB = 1024 ** 2;
const FULL_BYTES = 64 * MIB;
const NEARLY_FULL_BYTES = 1024 * MIB;
const FULL_FILES = 100;

/** Returns a finding for each folder whose disk has little room; a missing folder has none. */
export async function checkDisks(folders: string[]): Promise<Finding[]> {
  const found = await Promise.all([...new Set(folders)].map(checkDisk));
  return found.filter((finding) => finding !== undefined);
}

async function checkDisk(folder: string): Promise<Finding | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined) return undefined;
  const freeBytes = disk.bavail * disk.bsize;
  const hasFiles = disk.files === 0 || disk.ffree >= FULL_FILES; // some file systems have no limit
  if (freeBytes >= NEARLY_FULL_BYTES && hasFiles) return undefined;
  const isFull = freeBytes < FULL_BYTES || !hasFiles;
  const left = hasFiles ? `${formatBytes(freeBytes)} left` : `room for ${disk.ffree} more files`;
  return {
    id: isFull ? 'disk-full' : 'disk-nearly-full',
    severity: isFull ? 'error' : 'warning',
    about: folder,
    sentence: `The disk of ${folder} has only ${left}${isFull ? ': the database cannot work' : ''}.`,
    remedy:
      'Delete what is not needed (df -h and du -sh show what uses the space), or move the data to a larger disk.',
  };
}
