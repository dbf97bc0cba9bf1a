import type { catalog } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import { listHits } from '../listings/list-hits.ts';
import type { ListPosition } from '../listings/store.ts';
import { anyOf, atLeast, exactly } from '../search/text-query.ts';
import { toTagTerm } from '../search/words.ts';
import type { VideoViewer } from '../videos/viewer.ts';

/** Maximum number of compared tags; their combinations grow exponentially with it. */
const MAX_TAGS = 6;
/**
 * Tag types, the most significant for the audience of a video first. If there are too many tags, the first are compared.
 */
const TELLING: readonly catalog.TagType[] = ['grade', 'category', 'author'];

/**
 * Returns videos to watch next: those that share most tags with this one first, then the newest. Searches for all tags,
 * then for all but one and so on, until there are enough.
 */
export async function listRelated(
  db: Db,
  video: { id: string; tags: catalog.Tag[] },
  { viewer, limit }: { viewer: VideoViewer; limit: number },
): Promise<ListPosition[]> {
  const related = new Map<string, ListPosition>();
  for (const query of toQueries(video.tags)) {
    if (related.size >= limit) break;
    // Videos with more shared tags are found again, and so is the video itself.
    const enough = related.size + limit + 1;
    for (const hit of await listHits(db, { viewer, sort: 'newest', query, after: null, limit: enough }))
      if (hit.id !== video.id && !related.has(hit.id)) related.set(hit.id, hit);
  }
  return [...related.values()].slice(0, limit);
}

/** Returns the queries in the order in which they run; the last one matches all videos. */
function toQueries(tags: catalog.Tag[]): (string | null)[] {
  const terms = TELLING.flatMap((type) => tags.filter(({ tagType }) => tagType === type)).map(toTagTerm);
  const compared = terms.slice(0, MAX_TAGS);
  const shared = compared.map((_, index) => atLeast(compared.length - index, compared));
  const any = terms.length > MAX_TAGS ? [anyOf(terms.map(exactly))] : [];
  return [...shared, ...any, null];
}
