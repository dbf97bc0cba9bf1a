import { createLeases, type Verdict } from '@larksong/service-kit/leases';

import { folderOf } from '../content/media-store.ts';
import { eachPackTables } from '../db/further-tables.ts';
import type { Db, SoundJobRow, Tables } from '../db/tables.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { lockCategoryOf, markSoundFailed, soundStore } from './store.ts';

/** The lease protocol of sounds. A sound that is given up keeps its error for the superadmin and loses its file. */
export const sounds = createLeases<Tables, SoundJobRow, string>({
  store: soundStore,
  work: 'sound',
  lockParent: lockCategoryOf,
  describe: (sound) => `sound ${sound.id}`,
  async giveUp(trx, sound, reason) {
    await markSoundFailed(trx, sound.id, reason);
    await emptyFolders(trx, [{ prefix: folderOf(sound.id) }]);
  },
});

/**
 * Passes a report on to the tables of the site's own pack and, if it is not about a sound of these, to those of the further
 * packs: a worker knows only the id of its sound.
 */
export async function reportSound<Answer extends Verdict>(
  db: Db,
  report: (tables: Db) => Promise<Answer>,
): Promise<Answer | Verdict> {
  for (const tables of eachPackTables(db)) {
    const answer = await report(tables);
    if (!answer.stop) return answer;
  }
  return { stop: true };
}
