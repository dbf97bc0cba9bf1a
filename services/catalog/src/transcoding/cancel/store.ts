import { sql } from 'kysely';

import type { Trx } from '../../db/tables.ts';

/** Clears the results of a video's current attempt. Its units are deleted, so that late reports change nothing. */
export async function clearResults(trx: Trx, video: { id: string; attempt: number }): Promise<void> {
  for (const table of ['transcode_units', 'segments'] as const)
    await trx
      .deleteFrom(table)
      .where('video_id', '=', video.id)
      .where('attempt', '=', video.attempt)
      .execute();
  await trx
    .updateTable('videos')
    .set({ extras: null, listed_segments: 0, playable_at: null, updated_at: sql`now()` })
    .where('id', '=', video.id)
    .execute();
}
