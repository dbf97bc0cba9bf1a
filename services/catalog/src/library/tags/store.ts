import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';
import type { VideoViewer } from '../videos/viewer.ts';
import { openVisibilities } from '../videos/visibility.ts';

/** Adds tags; tags that the video already has change nothing. The caller has locked the video. */
export async function addTags(trx: Trx, videoId: string, tags: catalog.Tag[]): Promise<void> {
  if (tags.length === 0) return;
  await trx
    .insertInto('video_tags')
    .values(tags.map((tag) => ({ video_id: videoId, tag_type: tag.tagType, tag_value: tag.tagValue })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Replaces all tags of a video. The caller has locked it. */
export async function replaceTags(trx: Trx, videoId: string, tags: catalog.Tag[]): Promise<void> {
  await trx.deleteFrom('video_tags').where('video_id', '=', videoId).execute();
  await addTags(trx, videoId, tags);
}

/** Returns the tags of a video, sorted by type and value. */
export async function listTags(trx: Trx, videoId: string): Promise<catalog.Tag[]> {
  return trx
    .selectFrom('video_tags')
    .select(['tag_type as tagType', 'tag_value as tagValue'])
    .where('video_id', '=', videoId)
    .orderBy('tag_type')
    .orderBy('tag_value')
    .execute();
}

/**
 * Returns the distinct tag values of a type on videos that the viewer finds in lists, in no particular order. Skips from
 * value to value in the index, so the cost grows with the number of values, not of tags.
 */
export async function listTagValues(db: Db, type: catalog.TagType, viewer: VideoViewer): Promise<string[]> {
  const perAudience = openVisibilities(viewer).map((audience) => listValuesOf(db, type, audience));
  const own = viewer.kind === 'member' ? [listOwnValues(db, type, viewer)] : [];
  return [...new Set((await Promise.all([...perAudience, ...own])).flat())];
}

/** Returns the values in one of the sets of `listings/store.ts`, which follow the rules in `videos/visibility.ts`. */
async function listValuesOf(db: Db, type: catalog.TagType, audience: string): Promise<string[]> {
  const next = (after: string) => sql`(
    select tag_value from video_tags
    where tag_type = ${type} and audience = ${audience} ${sql.raw(after)}
    order by tag_value limit 1
  )`;
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      select ${next('')} as value
      union all
      select ${next('and tag_value > found.value')} from found where found.value is not null
    )
    select value from found where value is not null`.execute(db);
  return rows.map((row) => row.value);
}

type Member = Extract<VideoViewer, { kind: 'member' }>;

/** Returns the values on private videos for or by the viewer. */
async function listOwnValues(db: Db, type: catalog.TagType, viewer: Member): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct tag_value as value
    from listings join video_tags on video_tags.video_id = listings.video_id
    where listings.audience = 'private' and tag_type = ${type}
      and (listings.private_user_id = ${viewer.id} or listings.uploader_id = ${viewer.id})
      ${viewer.isTeacher ? sql`` : sql`and not listings.is_pending`}`.execute(db);
  return rows.map((row) => row.value);
}
