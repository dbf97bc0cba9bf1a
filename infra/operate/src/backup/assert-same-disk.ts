import { CommandError } from '@larksong/service-kit';

import type { Config } from '../config.ts';
import { connect } from '../database/connect.ts';
import { isBackupPlace } from '../vault/backup-place.ts';
import { willBeOnSameDisk } from '../vault/same-disk.ts';
import { findLastDisk } from './runs-store.ts';

/**
 * Throws `CommandError` if the backups of a place were on another disk, and the place is an empty folder on that of the site
 * now: a disk that is not mounted. A container sees only the folder, so there an emptied place is enough.
 */
export async function assertSameDisk(config: Config, place: string): Promise<void> {
  if (await isBackupPlace(place)) return;
  await using connection = await connect(config.AUTH_DATABASE_URL);
  const last = await findLastDisk(connection.client, place);
  if (last === undefined) return;
  const isContainer = config.DATA_DIR === undefined;
  if (isContainer || (!last.isOnSameDisk && (await willBeOnSameDisk(place, config))))
    throw new CommandError(
      `There were backups in ${place} before, and now there are none. Is the disk plugged in and mounted? For a new disk, make the first backup by hand with --new-disk.`,
    );
}
