import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { Config } from '../config.ts';
import { BUCKET } from './backup-place.ts';

/** Returns whether backups at this place are on the disk or the S3 server that has the site's files. */
export async function isOnSameDisk(place: string, config: Config): Promise<boolean> {
  if (place.startsWith(BUCKET))
    return (
      config.S3_ENDPOINT !== undefined &&
      (config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT) === config.S3_ENDPOINT
    );
  if (config.S3_ENDPOINT !== undefined || config.STORAGE_DIR === undefined) return false;
  const disks = [await findDisk(resolve(place)), await findDisk(config.STORAGE_DIR)];
  return disks[0] !== undefined && disks[0] === disks[1];
}

/** Returns whether a folder that is about to be made would be on the disk of the site's files. */
export async function willBeOnSameDisk(place: string, config: Config): Promise<boolean> {
  const isMade = (await findDisk(resolve(place))) !== undefined;
  return isOnSameDisk(isMade ? place : dirname(resolve(place)), config);
}

async function findDisk(folder: string): Promise<number | undefined> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => undefined, // it was taken away
  );
}
