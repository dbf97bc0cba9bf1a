import { CommandError } from '@larksong/service-kit';
import pMap from 'p-map';

import { findMismatches } from '../commands/verify.ts';
import type { Config } from '../config.ts';
import { count } from '../describe.ts';
import { listSizes, type Around } from './copy-storage.ts';
import { assertDifferent, assertUsable, rethrowFrom, type Place } from './place.ts';

const AT_ONCE = 8;

/**
 * Deletes the site's files, and the parts of unfinished uploads, in the place where they were before, and returns the
 * number of files. Throws `CommandError` unless the present place has every file that the databases refer to.
 */
export async function deleteOld(
  config: Config,
  { now, old, signal }: { now: Place; old: Place } & Pick<Around, 'signal'>,
): Promise<number> {
  await assertUsable(old);
  await assertDifferent(now, old);
  const { lost } = await findMismatches(config, { mendAgeMs: undefined });
  const keys = [...(await listSizes(old)).keys()];
  if (lost.length > 0)
    throw new CommandError(
      `${now.name} lacks ${count(lost.length, 'file')} of the site, so nothing was deleted from ${old.name}. "larksong verify" names them.`,
    );
  const remove = async (key: string): Promise<void> => {
    signal.throwIfAborted();
    await old.storage.delete(key).catch(rethrowFrom(old));
  };
  await pMap(keys, remove, { concurrency: AT_ONCE });
  for (const upload of await old.storage.listUploads()) await old.storage.abortUpload(upload);
  return keys.length;
}
