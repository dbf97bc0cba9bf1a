import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, VideoRow } from '../../db/tables.ts';

/**
 * Returns the videos whose source has one of these sizes in bytes, oldest first, at most `limit`; with `uploaderId`, only
 * those of that account.
 */
export async function listSources(
  db: Db,
  { sizes, uploaderId }: { sizes: readonly number[]; uploaderId: string | null },
  limit: number,
): Promise<catalog.KnownSource[]> {
  if (sizes.length === 0) return [];
  const rows = await db
    .selectFrom('videos')
    .select((eb) => [
      'id',
      'title',
      'status',
      'source_size_bytes',
      'source_hash',
      'own_thumbnail_id',
      sql<string[]>`removed_caption_languages || array(
        select language from video_captions where video_id = ${eb.ref('videos.id')})`.as('caption_languages'),
    ])
    .where('source_size_bytes', 'in', sizes.map(String))
    .$if(uploaderId !== null, (query) => query.where('uploader_id', '=', uploaderId))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    status: row.status,
    sizeBytes: Number(row.source_size_bytes),
    hash: row.source_hash === '' ? null : row.source_hash,
    captionLanguages: row.caption_languages,
    hasOwnThumbnail: row.own_thumbnail_id !== null,
  }));
}

/** Returns the oldest video whose source has not been hashed, or undefined. */
export async function findWithoutHash(db: Db): Promise<Pick<VideoRow, 'id' | 'source_key'> | undefined> {
  return db
    .selectFrom('videos')
    .select(['id', 'source_key'])
    .where('source_hash', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

/** Saves the hash of a source; empty if there is no source to hash. */
export async function saveSourceHash(db: Db, videoId: string, hash: string): Promise<void> {
  await db.updateTable('videos').set({ source_hash: hash }).where('id', '=', videoId).execute();
}
