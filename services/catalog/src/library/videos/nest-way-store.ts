import { sql, type RawBuilder } from 'kysely';

import type { NestViewer, VideoViewer } from './viewer.ts';
import type { NestWay } from './visibility.ts';

/**
 * Returns how a video comes into a viewer's nest, as `AccessRules.nestWay` has it: null if its rule does not name it, if
 * it was taken out, or if the viewer is no nest. `videoId` is a column of the statement. A list counts only if it is the
 * owner's or the site's, and not deleted.
 */
export function nestWay(viewer: VideoViewer, videoId: RawBuilder<unknown>): RawBuilder<NestWay | null> {
  if (viewer.kind !== 'nest') return sql<null>`null::text`;
  return sql<NestWay | null>`(
    select case
      when exists (
        select from nest_hidden_songs hidden where hidden.rule_id = rules.id and hidden.video_id = ${videoId}
      ) then null
      when ${isInList(videoId)} then 'list'
      when ${isOpen(videoId)} then 'open'
    end
    from nest_rules rules where ${isRuleOf(viewer)}
  )`;
}

function isRuleOf({ ruleId, ownerId }: NestViewer): RawBuilder<boolean> {
  return sql<boolean>`rules.id = ${ruleId}::uuid and rules.owner_id = ${ownerId}::uuid`;
}

function isInList(videoId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from nest_rows named
    join song_lists lists on lists.id = named.list_id and lists.deleted_at is null
      and (lists.owner_id is null or lists.owner_id = rules.owner_id)
    join song_list_songs songs on songs.list_id = lists.id and songs.video_id = ${videoId}
    where named.rule_id = rules.id
  )`;
}

/** Tags are compared as the lists of videos compare them: as they are stored. */
function isOpen(videoId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from nest_rows named
    where named.rule_id = rules.id and (named.kind = 'everything' or (named.kind = 'tag' and exists (
      select from video_tags tags
      where tags.video_id = ${videoId} and tags.tag_type = named.tag_type and tags.tag_value = named.tag_value
    )))
  )`;
}
