import type { catalog } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import { listHits } from '../listings/list-hits.ts';
import type { Hit } from '../listings/store.ts';
import { anyOf, atLeast, exactly } from '../search/text-query.ts';
import { toTagTerm } from '../search/words.ts';
import type { Seer } from '../videos/visibility.ts';

/** Tags that are compared at most, since the ways to share some of them grow with the power of their number. */
const MAX_TAGS = 6;
/** The types by how much they tell of whom a video is for; where tags are too many, the first ones are compared. */
const TELLING: readonly catalog.TagType[] = ['grade', 'category', 'author'];

/**
 * Videos to watch after this one: those that share most tags with it first, then the newest. It looks for all tags,
 * then for all but one and so on, until there are enough.
 */
export async function listRelated(
  db: Db,
  video: { id: string; tags: catalog.Tag[] },
  { viewer, limit }: { viewer: Seer | null; limit: number },
): Promise<Hit[]> {
  const related = new Map<string, Hit>();
  for (const query of toQueries(video.tags)) {
    if (related.size >= limit) break;
    // What was found with more shared tags is found again, and the video itself.
    const enough = related.size + limit + 1;
    for (const hit of await listHits(db, { viewer, sort: 'newest', query, after: null, limit: enough }))
      if (hit.id !== video.id && !related.has(hit.id)) related.set(hit.id, hit);
  }
  return [...related.values()].slice(0, limit);
}

/** What is looked for, one after the other; the last is for all videos. */
function toQueries(tags: catalog.Tag[]): (string | null)[] {
  const terms = TELLING.flatMap((type) => tags.filter(({ tagType }) => tagType === type)).map(toTagTerm);
  const compared = terms.slice(0, MAX_TAGS);
  const shared = compared.map((_, index) => atLeast(compared.length - index, compared));
  const any = terms.length > MAX_TAGS ? [anyOf(terms.map(exactly))] : [];
  return [...shared, ...any, null];
}
