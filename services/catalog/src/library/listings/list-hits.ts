import type { Db } from '../../db/tables.ts';
import {
  listFirst,
  search,
  walk,
  type ListPosition,
  type Selection,
  type Sort,
  type Walked,
} from './store.ts';

/** How many videos the walk in list order examines before the search uses the index over all documents. */
const DEPTHS: Record<Sort, number> = { newest: 1000, most_viewed: 300 };
/** How many times further back than the walk the first search goes. */
const REACH = 32;

/**
 * Returns the first hits of a list, in its order. Frequent words are found soon by walking along that order. Rare words
 * have few hits in all, which are quickly found and sorted. For words in between, the search goes only as far back as is
 * likely to fill a page. The cost is therefore about the same for all queries and any number of videos.
 */
export async function listHits(db: Db, selection: Selection): Promise<ListPosition[]> {
  const { query, limit, sort } = selection;
  if (query === null) return listFirst(db, selection);
  const sought = { ...selection, query };
  const walked = await walk(db, sought, DEPTHS[sort]);
  if (walked.hits.length >= limit || walked.count < DEPTHS[sort]) return walked.hits;
  const since = sort === 'newest' ? toSince(walked) : null;
  if (since !== null) {
    const recent = await search(db, { ...sought, since });
    if (recent.length >= limit) return recent;
  }
  return search(db, sought);
}

/** Returns null if all examined videos share one moment, which says nothing about earlier times. */
function toSince({ first, last }: Walked): number | null {
  return first > last ? first - REACH * (first - last) : null;
}
