import type { Db } from '../../db/tables.ts';
import { listFirst, search, walk, type Hit, type Selection, type Sort, type Walked } from './store.ts';

/** How many videos are looked at in the order of the list before the index over all documents is asked. */
const DEPTHS: Record<Sort, number> = { newest: 1000, most_viewed: 300 };
/** How many times as far back as the walk the first search goes. */
const REACH = 32;

/**
 * The first hits of a list, in its order. What is in every other video is met soon on a walk along the order; what is
 * rare has few hits in all, quickly found and sorted; for what lies between, the search goes only as far back as is
 * likely to give a page. So the work is about the same whatever is looked for and however many videos there are.
 */
export async function listHits(db: Db, selection: Selection): Promise<Hit[]> {
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

/** Null when the walk stayed within one moment, which tells nothing of the time before. */
function toSince({ first, last }: Walked): number | null {
  return first > last ? first - REACH * (first - last) : null;
}
