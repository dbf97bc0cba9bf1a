import { sql } from 'kysely';

import type { Db, Trx, UnitRow, VideoRow } from '../../db/tables.ts';

/** Maximum number of rows in each list of the dashboard. */
export const LIST_SIZE = 20;
const MAX_PROCESSING = 100;

/** Returns the number of videos in processing, and the oldest of them. */
export async function listProcessing(db: Db | Trx): Promise<{ count: number; videos: VideoRow[] }> {
  const [{ count }, videos] = await Promise.all([
    db
      .selectFrom('videos')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('status', '=', 'processing')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('videos')
      .selectAll()
      .where('status', '=', 'processing')
      .orderBy('created_at')
      .orderBy('id')
      .limit(MAX_PROCESSING)
      .execute(),
  ]);
  return { count: Number(count), videos };
}

/** Returns the units of the videos' current attempts, in no particular order. */
export async function listCurrentUnits(db: Db | Trx, videoIds: string[]): Promise<UnitRow[]> {
  if (videoIds.length === 0) return [];
  return db
    .selectFrom('transcode_units')
    .innerJoin('videos', (join) =>
      join
        .onRef('videos.id', '=', 'transcode_units.video_id')
        .onRef('videos.attempt', '=', 'transcode_units.attempt'),
    )
    .selectAll('transcode_units')
    .where('transcode_units.video_id', 'in', videoIds)
    .execute();
}

export interface RenditionCount {
  video_id: string;
  rendition: string;
  seconds: number;
}

/** Returns the stored seconds of each rendition. */
export async function listRenditionSeconds(db: Db | Trx, videoIds: string[]): Promise<RenditionCount[]> {
  if (videoIds.length === 0) return [];
  return db
    .selectFrom('segments')
    .innerJoin('videos', (join) =>
      join.onRef('videos.id', '=', 'segments.video_id').onRef('videos.attempt', '=', 'segments.attempt'),
    )
    .select([
      'segments.video_id',
      'segments.rendition',
      sql<number>`sum(segments.duration_seconds)`.as('seconds'),
    ])
    .where('segments.video_id', 'in', videoIds)
    .groupBy(['segments.video_id', 'segments.rendition'])
    .execute();
}

/** Returns the latest completed videos, newest first. */
export async function listCompleted(db: Db | Trx): Promise<VideoRow[]> {
  return db
    .selectFrom('videos')
    .selectAll()
    .where('status', '=', 'completed')
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_SIZE)
    .execute();
}

/** Returns the latest failed videos, newest first. */
export async function listFailed(db: Db | Trx): Promise<VideoRow[]> {
  return db
    .selectFrom('videos')
    .selectAll()
    .where('status', '=', 'failed')
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_SIZE)
    .execute();
}
