import { catalog } from '@larksong/contracts';
import { areObjectsHeld, inTransaction } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx } from '../db/tables.ts';
import { findVideo, type ShownVideo } from '../library/videos/read-store.ts';
import { lockVideo } from '../library/videos/store.ts';
import { deleteChange, listOldChanges, listSiblings, type ChangeRow } from './change-store.ts';
import { fileOf, valueOf } from './change.ts';

const BATCH = 100;

/**
 * Runs one round: deletes the changes of teachers after their time, with the pictures and subtitles that only they kept.
 * Waits while a backup needs the objects. Stops after a change if `signal` is aborted.
 */
export async function sweepChanges(
  { db, storage }: { db: Db; storage: Storage },
  signal?: AbortSignal,
): Promise<void> {
  if (await areObjectsHeld(db)) return;
  const listNext = () => listOldChanges(db, catalog.TEACHER_CHANGE_DAYS, BATCH);
  for (let rows = await listNext(); rows.length > 0; rows = await listNext())
    for (const row of rows) {
      if (signal?.aborted) return;
      for (const key of await forgetChange(db, row)) await storage.delete(key);
    }
}

/** Deletes a change and returns the keys of the objects that nothing needs any more. */
async function forgetChange(db: Db, row: ChangeRow): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    await lockVideo(trx, row.video_id);
    const needed = await listNeeded(trx, row);
    await deleteChange(trx, row.id);
    return listFiles(row).filter((key) => !needed.includes(key));
  });
}

function listFiles(row: ChangeRow): string[] {
  return (['before', 'after'] as const).flatMap((side) => fileOf(row.video_id, valueOf(row, side)) ?? []);
}

/** Returns the keys of the objects that the video, or another change of it, needs. */
async function listNeeded(trx: Trx, row: ChangeRow): Promise<string[]> {
  const video = await findVideo(trx, row.video_id, { kind: 'visitor' });
  return [...(await listSiblings(trx, row)).flatMap(listFiles), ...(video ? filesOf(video) : [])];
}

function filesOf({ id, captions, own_thumbnail_id: picture }: ShownVideo): string[] {
  const stored = [
    { field: 'thumbnail' as const, value: picture },
    ...captions.map((value) => ({ field: 'captions' as const, value })),
  ];
  return stored.flatMap((each) => fileOf(id, each) ?? []);
}
