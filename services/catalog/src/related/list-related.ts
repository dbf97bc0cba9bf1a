import type { Tag } from '@larksong/contracts';

import type { Db } from '../db/schema.ts';
import { listHits } from '../listings/list-hits.ts';
import type { Hit } from '../listings/store.ts';
import { atLeast } from '../search/text-query.ts';
import { toTagTerm } from '../search/words.ts';
import type { Seer } from '../videos/visibility.ts';

/** Tags that are compared at most, since the ways to share some of them grow with the power of their number. */
const MAX_TAGS = 6;

/**
 * Videos to watch after this one: those that share most tags with it first, then the newest. It looks for all tags,
 * then for all but one and so on, until there are enough.
 */
export async function listRelated(
  db: Db,
  video: { id: string; tags: Tag[] },
  { viewer, limit }: { viewer: Seer | null; limit: number },
): Promise<Hit[]> {
  const terms = video.tags.slice(0, MAX_TAGS).map(toTagTerm);
  const related = new Map<string, Hit>();
  for (let shared = terms.length; shared >= 0 && related.size < limit; shared -= 1) {
    // What was found with more shared tags is found again, and the video itself.
    const enough = related.size + limit + 1;
    const query = shared === 0 ? null : atLeast(shared, terms);
    for (const hit of await listHits(db, { viewer, sort: 'newest', query, after: null, limit: enough }))
      if (hit.id !== video.id && !related.has(hit.id)) related.set(hit.id, hit);
  }
  return [...related.values()].slice(0, limit);
}
