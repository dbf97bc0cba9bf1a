import { sql } from 'kysely';

import type { Trx } from '../../db/tables.ts';

/**
 * Clears the results of the failed attempt and begins the next one. Its units are deleted, so that late reports about
 * them change nothing.
 */
export async function beginAttempt(trx: Trx, video: { id: string; attempt: number }): Promise<void> {
  for (const table of ['transcode_units', 'segments'] as const)
    await trx
      .deleteFrom(table)
      .where('video_id', '=', video.id)
      .where('attempt', '<', video.attempt)
      .execute();
  await trx
    .updateTable('videos')
    .set({
      status: 'processing',
      attempt: video.attempt,
      plan: null,
      extras: null,
      listed_segments: 0,
      playable_at: null,
      duration_seconds: null,
      processing_error: null,
      processing_log: null,
      failure_code: null,
      failure_reason: null,
      readable: null,
      heavy_claimed_at: null,
      light_claimed_at: null,
      started_at: sql`now()`,
      updated_at: sql`now()`,
      completed_at: null,
      failed_at: null,
    })
    .where('id', '=', video.id)
    .execute();
}

/** Accepts the readable part of a failed video's file. */
export async function acceptReadable(trx: Trx, videoId: string): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ accepted: sql`readable` })
    .where('id', '=', videoId)
    .execute();
}
