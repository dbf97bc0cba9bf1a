import { CommandError } from '@larksong/service-kit';
import pMap from 'p-map';

import { openSite } from '../database/open-site.ts';
import { hasMarksOf } from '../check/site-storage.ts';
import { findMismatches } from '../commands/verify.ts';
import type { Config } from '../config.ts';
import { count } from '../describe.ts';
import { listSizes, type Around } from './copy-storage.ts';
import { assertDifferent, assertUsable, rethrowFrom, type Place } from './place.ts';

const AT_ONCE = 8;

/** Numbers of files in the place where they were before. */
export interface Deleted {
  deleted: number;
  /** Those that the present place does not have in the same size. */
  kept: number;
}

/**
 * Deletes from the previous place the files that the present place also has, and the parts of unfinished uploads.
 * Throws `CommandError` unless that is a place of this site, and the present one has every file that the databases
 * refer to.
 */
export async function deleteOld(
  config: Config,
  { now, old, signal }: { now: Place; old: Place } & Pick<Around, 'signal'>,
): Promise<Deleted> {
  await assertUsable(old);
  await assertDifferent(now, old);
  await assertMarked(config, old);
  const { lost } = await findMismatches(config, { mendAgeMs: undefined });
  if (lost.length > 0)
    throw new CommandError(
      `${now.name} lacks ${count(lost.length, 'file')} of the site, so nothing was deleted from ${old.name}. "larksong verify" names them.`,
    );
  const [there, here] = [await listSizes(old), await listSizes(now)];
  const keys = [...there].filter(([key, sizeBytes]) => here.get(key) === sizeBytes).map(([key]) => key);
  if (keys.length === 0 && there.size > 0) throw notOfSite(old);
  const remove = async (key: string): Promise<void> => {
    signal.throwIfAborted();
    await old.storage.delete(key).catch(rethrowFrom(old));
  };
  await pMap(keys, remove, { concurrency: AT_ONCE });
  // A bucket has no mark: only files in common show that it is of this site.
  if (keys.length > 0)
    for (const upload of await old.storage.listUploads()) await old.storage.abortUpload(upload);
  return { deleted: keys.length, kept: there.size - keys.length };
}

/** Throws `CommandError` if a folder has not the marks of the site. */
async function assertMarked(config: Config, old: Place): Promise<void> {
  if (old.config.STORAGE_DIR === undefined) return;
  await using site = await openSite(config, { isAlone: false });
  if (!(await hasMarksOf(site, old.config.STORAGE_DIR))) throw notOfSite(old);
}

function notOfSite({ name }: Place): CommandError {
  return new CommandError(
    `${name} does not look like the previous place of this site’s files. Nothing was deleted. If you are sure, delete it by hand.`,
  );
}
