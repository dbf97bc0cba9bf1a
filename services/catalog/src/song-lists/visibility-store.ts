import { sql, type RawBuilder, type SqlBool } from 'kysely';

import { visibleTo } from '../library/listings/store.ts';
import type { VideoViewer } from '../library/videos/viewer.ts';

/**
 * Returns, over `listings`, whether a list shows one of its songs to a viewer: it must be playable, and open to the
 * viewer. One that needs an approval does not exist in lists, not even for its uploader and superadmins. Everything that
 * depends on the songs of a list (counts, durations, pictures) is about these.
 */
export function shownTo(viewer: VideoViewer): RawBuilder<SqlBool> {
  return sql`(listings.audience is not null and not listings.is_pending and ${visibleTo(viewer)})`;
}

/**
 * Over `lists` and `listings`, whether a list shows a song to its owner, as `shownTo` says for a member; lists of the site
 * belong to superadmins, who see all songs.
 */
export const shownToOwner: RawBuilder<SqlBool> = sql`(
  listings.audience is not null and not listings.is_pending and (
    lists.owner_id is null or listings.audience in ('public', 'registered')
    or listings.private_user_id = lists.owner_id or listings.uploader_id = lists.owner_id
  ))`;
