import type { Generated } from 'kysely';

/** Backups of the site, the failed ones included; written by the command line for operators. */
export interface BackupRunsTable {
  id: string;
  started_at: Date;
  ended_at: Generated<Date>;
  /** The folder or the address of the bucket. */
  place: string;
  /** Whether it is on the disk or the S3 server that has the site's files. */
  is_on_same_disk: boolean;
  /** The name of the backup; null if it failed. */
  backup_id: string | null;
  objects: string | null;
  size_bytes: string | null;
  copied_bytes: string | null;
  /** How many of the newest backups stay at its place; null if it failed, or a version from before this column made it. */
  kept: number | null;
  /** A sentence; null if it succeeded. */
  error: string | null;
}
