import { catalog, type Language } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { CaptionRow, Db, Trx, VideoRow } from '../../db/tables.ts';
import { touchVideo } from '../videos/store.ts';

/** Returns the key of the object of subtitles. */
export function keyOf(videoId: string, caption: Pick<CaptionRow, 'id' | 'key'>): string {
  return caption.key ?? catalog.captionKey(videoId, caption.id);
}

/**
 * Saves uploaded subtitles, replacing those in the same language. Returns the replaced ones, or undefined. The caller has
 * locked the video.
 */
export async function replaceCaption(
  trx: Trx,
  caption: { id: string; videoId: string; language: string; label: string },
): Promise<CaptionRow | undefined> {
  const old = await trx
    .deleteFrom('video_captions')
    .where('video_id', '=', caption.videoId)
    .where('language', '=', caption.language)
    .returning(['id', 'language', 'label', 'key'])
    .executeTakeFirst();
  await trx
    .insertInto('video_captions')
    .values({
      id: caption.id,
      video_id: caption.videoId,
      language: caption.language,
      label: caption.label,
    })
    .execute();
  await touchVideo(trx, caption.videoId);
  return old;
}

/**
 * Replaces the subtitles of a video in a language by earlier ones, or removes them for null. Subtitles from the file may
 * come back in that language. The caller has locked the video.
 */
export async function restoreCaption(
  trx: Trx,
  of: { videoId: string; language: string; caption: CaptionRow | null },
): Promise<void> {
  const { videoId, language, caption } = of;
  await trx
    .deleteFrom('video_captions')
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .execute();
  if (caption) {
    const { key, ...row } = caption;
    await trx
      .insertInto('video_captions')
      .values({ ...row, ...(key === null ? {} : { key }), video_id: videoId })
      .execute();
    await trx
      .updateTable('videos')
      .set({ removed_caption_languages: sql`array_remove(removed_caption_languages, ${language})` })
      .where('id', '=', videoId)
      .execute();
  }
  await touchVideo(trx, videoId);
}

/**
 * Saves subtitles from the file, except in languages that the video has already, or that were removed by hand. The
 * caller has locked the video.
 */
export async function addFileCaptions(
  trx: Trx,
  video: Pick<VideoRow, 'id' | 'removed_caption_languages'>,
  captions: readonly catalog.StoredCaption[],
): Promise<void> {
  const rows = captions
    .filter(({ language }) => !video.removed_caption_languages.includes(language))
    .map((caption) => ({ id: newId(), video_id: video.id, ...caption }));
  if (rows.length === 0) return;
  await trx
    .insertInto('video_captions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['video_id', 'language']).doNothing())
    .execute();
}

/**
 * Returns the videos behind this one, in the order of their ids, of which nobody has stated the language, with the
 * languages of the captions of their file.
 */
export async function listWithFileLanguages(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; languages: string[] }[]> {
  const { rows } = await sql<{ id: string; languages: string[] }>`
    select videos.id, array_agg(video_captions.language) as languages
    from video_captions join videos on videos.id = video_captions.video_id
    where video_captions.video_id > ${after} and key is not null
      and videos.language is null and not language_chosen
    group by videos.id order by videos.id limit ${limit}`.execute(db);
  return rows;
}

/** Saves the guessed language of a video. */
export async function saveGuess(trx: Trx, videoId: string, language: Language): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ language, updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}

/** Returns the keys of the subtitles of a video that come from the file. */
export async function listFileCaptionKeys(trx: Trx, videoId: string): Promise<string[]> {
  const rows = await trx.selectFrom('video_captions').select('key').where('video_id', '=', videoId).execute();
  return rows.flatMap(({ key }) => key ?? []);
}

/** Deletes the subtitles of a video that come from the file, whose objects belong to an abandoned attempt. */
export async function deleteFileCaptions(trx: Trx, videoId: string): Promise<void> {
  await trx
    .deleteFrom('video_captions')
    .where('video_id', '=', videoId)
    .where('key', 'is not', null)
    .execute();
}

/**
 * Deletes subtitles for good: those of the file in their language do not come back with a retry. Returns them;
 * undefined if they do not exist. The caller has locked the video.
 */
export async function deleteCaption(
  trx: Trx,
  of: { id: string; videoId: string },
): Promise<CaptionRow | undefined> {
  const deleted = await trx
    .deleteFrom('video_captions')
    .where('id', '=', of.id)
    .where('video_id', '=', of.videoId)
    .returning(['id', 'language', 'label', 'key'])
    .executeTakeFirst();
  if (!deleted) return undefined;
  const languages = sql.ref('removed_caption_languages');
  await trx
    .updateTable('videos')
    .set({
      removed_caption_languages: sql`array_append(array_remove(${languages}, ${deleted.language}), ${deleted.language})`,
      updated_at: sql`now()`,
    })
    .where('id', '=', of.videoId)
    .execute();
  return deleted;
}
