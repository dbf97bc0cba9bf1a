import { join } from 'node:path';

import { invalidSetting, type Finding } from '@larksong/health';
import { inspectConfig } from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

import { backupConfig } from '../config.ts';
import { isBackupPlace } from '../vault/backup-place.ts';
import { findPlaceProblem } from '../vault/find-place-problem.ts';

const Path = Type.Optional(Type.String({ minLength: 1 }));
const BackupSettings = Type.Object({
  ...backupConfig,
  STORAGE_DIR: storageConfig.STORAGE_DIR,
  S3_ENDPOINT: storageConfig.S3_ENDPOINT,
  DATA_DIR: Path,
  PUBLIC_DIR: Path,
});

/** Returns a finding for each setting of backups that every backup would refuse, and for their folder. Changes nothing. */
export async function checkBackups(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const isOff = environment['BACKUP_HOUR'] === 'off'; // of the launcher
  const { BACKUP_HOUR, ...others } = environment;
  const { config, problems } = inspectConfig(BackupSettings, isOff ? others : { ...others, BACKUP_HOUR });
  const invalid = [...problems].filter(([name]) => name.startsWith('BACKUP_'));
  if (invalid.length > 0) return invalid.map(([name, problem]) => invalidSetting(name, problem));
  const settings = config as Static<typeof BackupSettings>; // as far as it concerns backups
  const { BACKUP_FOLDER, DATA_DIR } = settings;
  const place = BACKUP_FOLDER ?? join(DATA_DIR ?? '', 'backups');
  // The folder of the launcher is created by the first backup. A folder that cannot be read does exist.
  const hasBackups = () => isBackupPlace(place).catch(() => true);
  const isUsed = BACKUP_FOLDER !== undefined || (!isOff && DATA_DIR !== undefined && (await hasBackups()));
  const sentence = isUsed ? await findPlaceProblem(place, settings) : undefined;
  if (sentence === undefined) return [];
  return [
    {
      id: 'backup-place-unusable',
      severity: 'error',
      about: 'backup',
      sentence,
      remedy:
        'Until then, no backup is made. Plug in and mount the disk, or set BACKUP_FOLDER to another folder (with Docker, BACKUP_DIR).',
    },
  ];
}
