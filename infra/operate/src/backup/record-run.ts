import { CommandError } from '@larksong/service-kit';

import { readConfig, type Config } from '../config.ts';
import { connect } from '../database/connect.ts';
import { isOnSameDisk } from '../vault/same-disk.ts';
import type { BackupResult } from './create-backup.ts';
import { addRun, type BackupRun } from './runs-store.ts';

/**
 * Runs a backup and records its outcome in auth's database, from which the status page and the metrics read it. `keep` is
 * the number of backups that stay at the place.
 */
export async function recordRun(
  config: Config,
  { place, keep }: { place: string; keep: number | null },
  work: () => Promise<BackupResult>,
): Promise<BackupResult> {
  const startedAt = new Date();
  try {
    const result = await work();
    const { count: objects, sizeBytes } = result.manifest.objects;
    const { sizeBytes: copiedBytes } = result.copied;
    await record(config, {
      startedAt,
      place,
      backupId: result.id,
      objects,
      sizeBytes,
      copiedBytes,
      kept: keep,
      error: null,
    });
    return result;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    const nothing = { backupId: null, objects: null, sizeBytes: null, copiedBytes: null, kept: null };
    // The database may be the reason of the failure, which counts more than its record.
    await record(config, { startedAt, place, ...nothing, error: sentence }).catch(() => undefined);
    throw error;
  }
}

/** Returns the settings; records those that every backup refuses, so that the status page says why there is none. */
export async function readConfigRecorded(
  environment: NodeJS.ProcessEnv,
  place: string | undefined,
): Promise<Config> {
  try {
    return readConfig(environment);
  } catch (error) {
    const others = Object.entries(environment).filter(([name]) => !name.startsWith('BACKUP_'));
    const config = await Promise.resolve(Object.fromEntries(others))
      .then(readConfig)
      .catch(() => undefined); // then it is not about backups
    if (config === undefined || !(error instanceof Error)) throw error;
    const sentence = `${error.message.replaceAll(/\n\s+/g, ' ')}.`;
    await recordRun(config, { place: place ?? '', keep: null }, () =>
      Promise.reject(new CommandError(sentence)),
    );
    throw error;
  }
}

async function record(config: Config, run: Omit<BackupRun, 'isOnSameDisk'>): Promise<void> {
  await using connection = await connect(config.AUTH_DATABASE_URL);
  await addRun(connection.client, { ...run, isOnSameDisk: await isOnSameDisk(run.place, config) });
}
