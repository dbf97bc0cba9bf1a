import { hash } from 'node:crypto';

import * as store from '../content/media-store.ts';
import type { Trx } from '../db/tables.ts';
import { createSoundJob, type NewSoundJob } from '../sounds/store.ts';
import { emptyFolders } from '../sweeps/store.ts';

/** Returns the hash by which an uploaded file is recognised. */
export function hashOf(file: Uint8Array): string {
  return hash('sha256', file, 'hex');
}

/** Makes an object the picture of a name; the previous one is removed. The caller has locked the letter. */
export async function replacePicture(trx: Trx, picture: store.NewMedia): Promise<void> {
  const before = await store.listFoldersOfName(trx, picture, ['pictures']);
  await store.savePicture(trx, picture);
  await emptyFolders(trx, before);
}

/**
 * Makes an object the sound of a name that is to be prepared; the previous sound plays until then. An earlier upload that
 * is not prepared yet is dropped. The caller has locked the letter.
 */
export async function replaceSoundJob(trx: Trx, sound: NewSoundJob): Promise<void> {
  await emptyFolders(trx, await store.listFoldersOfName(trx, sound, ['sound_jobs']));
  await store.deleteMediaRows(trx, sound, ['sound_jobs']);
  await createSoundJob(trx, sound);
}
