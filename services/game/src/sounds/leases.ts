import { createLeases } from '@larksong/service-kit/leases';

import { folderOf } from '../content/media-store.ts';
import type { SoundJobRow, Tables } from '../db/tables.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { lockCategoryOf, markSoundFailed, soundStore } from './store.ts';

/** The lease protocol of sounds. A sound that is given up keeps its error for the superadmin and loses its file. */
export const sounds = createLeases<Tables, SoundJobRow, string>({
  store: soundStore,
  wording: {
    failed: 'This sound could not be prepared',
    tryAgain: 'Please upload it again later.',
    changeFile: 'Please save it again in another format.',
  },
  lockParent: lockCategoryOf,
  describe: (sound) => `sound ${sound.id}`,
  async giveUp(trx, sound, { message }) {
    await markSoundFailed(trx, sound.id, message);
    await emptyFolders(trx, [{ prefix: folderOf(sound.id) }]);
  },
});
