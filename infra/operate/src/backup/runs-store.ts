import { newId } from '@larksong/service-kit';
import type { Client } from 'pg';

export interface BackupRun {
  startedAt: Date;
  place: string;
  /** Whether it is on the disk or the S3 server that has the site's files. */
  isOnSameDisk: boolean;
  /** The name of the backup; null if it failed. */
  backupId: string | null;
  objects: number | null;
  sizeBytes: number | null;
  copiedBytes: number | null;
  /** How many of the newest backups stay at the place; null if it failed. */
  kept: number | null;
  /** A sentence; null if it succeeded. */
  error: string | null;
}

/** Number of runs that are remembered. */
const KEPT = 100;

/** Adds a run to auth's database and forgets the oldest ones; does nothing before auth's table exists. */
export async function addRun(client: Client, run: BackupRun): Promise<void> {
  if (!(await hasRuns(client))) return;
  const id = newId();
  await client.query(
    `insert into backup_runs
       (id, started_at, place, is_on_same_disk, backup_id, objects, size_bytes, copied_bytes, error)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      run.startedAt,
      run.place,
      run.isOnSameDisk,
      run.backupId,
      run.objects,
      run.sizeBytes,
      run.copiedBytes,
      run.error,
    ],
  );
  // An update makes a backup before it changes the database.
  if (await hasColumn(client, 'kept'))
    await client.query('update backup_runs set kept = $2 where id = $1', [id, run.kept]);
  await client.query(
    'delete from backup_runs where id not in (select id from backup_runs order by started_at desc limit $1)',
    [KEPT],
  );
}

/** Returns whether the latest successful run at a place was on the disk of the site; undefined without one. */
export async function findLastDisk(
  client: Client,
  place: string,
): Promise<Pick<BackupRun, 'isOnSameDisk'> | undefined> {
  if (!(await hasRuns(client))) return undefined;
  const { rows } = await client.query<{ isOnSameDisk: boolean }>(
    `select is_on_same_disk as "isOnSameDisk" from backup_runs where place = $1 and error is null
     order by started_at desc limit 1`,
    [place],
  );
  return rows[0];
}

async function hasRuns(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.backup_runs') is not null as found`,
  );
  return rows[0]?.found === true;
}

async function hasColumn(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute
     where attrelid = 'public.backup_runs'::regclass and attname = $1 and not attisdropped`,
    [name],
  );
  return rowCount === 1;
}

/** Returns the time of the latest successful run; undefined without one. */
export async function findLastSuccess(client: Client): Promise<Date | undefined> {
  const { rows } = await client.query<{ at: Date | null }>(
    'select max(started_at) as at from backup_runs where error is null',
  );
  return rows[0]?.at ?? undefined;
}
