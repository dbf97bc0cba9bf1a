import type { status } from '@larksong/contracts';

/** Returns the latest backup; null as long as backups are not recorded in this database. */
export async function readBackupStatus(): Promise<status.BackupStatus | null> {
  return null;
}
