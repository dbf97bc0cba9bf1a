import type { game } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';

import { folderOf } from '../content/media-store.ts';
import { eachPackTables } from '../db/further-tables.ts';
import type { Db, SoundJobRow } from '../db/tables.ts';
import { claimSoundJob } from './store.ts';

/** Claims the sound that has waited longest, those of the site's own pack first; returns null if none is due. */
export async function claimSound(db: Db, workerId: string): Promise<game.SoundAssignment | null> {
  const token = newId();
  let job: SoundJobRow | undefined;
  for (const tables of eachPackTables(db)) job ??= await claimSoundJob(tables, { token, workerId });
  if (!job) return null;
  return {
    id: job.id,
    token,
    sourceKey: job.source_key,
    sizeBytes: job.size_bytes,
    resultKey: resultKeyOf(job.id, token),
    requestId: job.request_id,
    alone: job.is_suspect,
  };
}

/** Returns the key under which the worker with this token stores the prepared sound. */
export function resultKeyOf(id: string, token: string): string {
  return `${folderOf(id)}${token}.mp3`;
}
