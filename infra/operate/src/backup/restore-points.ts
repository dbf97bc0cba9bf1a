import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Config } from '../config.ts';
import { findRealPath, isWithin } from '../place-rules.ts';
import type { ObjectsMode } from '../vault/manifest.ts';
import { OtherLock, openVault, type Accepted } from '../vault/open-vault.ts';
import type { Vault } from '../vault/vault.ts';
import { createBackup, type BackupResult } from './create-backup.ts';

/** Returns the folder in the data folder that has restore points. */
export function restorePointsIn(dataDir: string): string {
  return join(dataDir, 'restore-points');
}

/** Returns how a restore point, which is on the disk or the server of the site, keeps the files of songs. */
export function restorePointMode({ S3_ENDPOINT }: Pick<Config, 'S3_ENDPOINT'>): ObjectsMode {
  return S3_ENDPOINT === undefined ? 'links' : 'list';
}

interface PointOptions {
  place: string;
  signal: AbortSignal;
  note: (line: string) => void;
}

/**
 * Makes a restore point of a site, which may be running, and thins out earlier ones. It is encrypted if there is a
 * passphrase for backups. Throws `CommandError` with a sentence.
 */
export async function runRestorePoint(
  config: Config,
  { place, mode = restorePointMode(config), signal, note }: PointOptions & { mode?: ObjectsMode | undefined },
): Promise<BackupResult> {
  await using vault = await openRestorePoints(config, { place, note });
  return await createBackup(config, { vault, mode, keep: 'thinned', signal, note });
}

/**
 * Opens a place of restore points to add one. A folder in the data folder that is encrypted differently, because the
 * passphrase was set or changed, is set aside, so that nothing is lost and the site can be restored or updated. It
 * stays if backups are restored from the same place, since that place was accepted.
 */
export async function openRestorePoints(
  config: Config,
  {
    place,
    restored,
    note,
  }: Omit<PointOptions, 'signal'> & { restored?: { place: string; accepted: Accepted } },
): Promise<Vault> {
  const isRestored = restored && (await findRealPath(place)) === (await findRealPath(restored.place));
  const options = { create: true, purpose: 'restore-points', ...(isRestored && restored.accepted) } as const;
  try {
    return await openVault(place, config, options);
  } catch (error) {
    const { DATA_DIR } = config;
    const isOurs = DATA_DIR !== undefined && isWithin(resolve(place), resolve(DATA_DIR));
    if (isRestored || !isOurs || !(error instanceof OtherLock)) throw error;
    const aside = `${resolve(place)}-until-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    await rename(place, aside);
    note(
      `The earlier restore points were encrypted differently, or not at all. They are now in ${aside}; delete that folder when you no longer need them.`,
    );
    return openVault(place, config, options);
  }
}
