import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { CommandError } from '@larksong/service-kit';

import { describeFailure } from '../describe-failure.ts';
import { isThere } from '../place-rules.ts';
import { assertBackupFolder, BUCKET, MARKER, type SiteFolders } from './backup-place.ts';
import { assertLock } from './open-vault.ts';

/**
 * Returns why no backup can be made in a folder, as `runBackup` would say it, but for a wrong passphrase; undefined for one
 * that can be used, and for buckets. Changes nothing.
 */
export async function findPlaceProblem(
  place: string,
  { BACKUP_PASSPHRASE: passphrase, ...site }: SiteFolders & { BACKUP_PASSPHRASE?: string },
): Promise<string | undefined> {
  if (place.startsWith(BUCKET)) return undefined;
  try {
    await assertBackupFolder(place, site, 'backups');
    const path = join(resolve(place), MARKER);
    if (await isThere(path)) assertLock(await readMarker(path), { place, passphrase, create: true });
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

async function readMarker(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    throw new CommandError(describeFailure(path, error), { cause: error });
  });
}
