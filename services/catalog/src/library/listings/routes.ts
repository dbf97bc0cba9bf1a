import { catalog, game, type PageQuery, type Received } from '@larksong/contracts';
import { AppError, type Register, type Viewer } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import type { Searches } from '../search/searches.ts';
import { toLetterTerm, toTagTerm } from '../search/words.ts';
import { decodeCursor } from '../videos/cursor.ts';
import { toAccountViewer, type ToVideoViewer } from '../videos/viewer.ts';
import { openVisibilities } from '../videos/visibility.ts';
import { listHits } from './list-hits.ts';
import { findVideos, isSearch } from './list-videos.ts';
import { toPage } from './page.ts';
import { listLiked, listWatched, type PersonalPage } from './personal-store.ts';
import type { ListPosition } from './store.ts';

const TAG_TYPES: readonly catalog.TagType[] = ['grade', 'category', 'author'];

/** Registers the lists of videos: all, and those the caller liked, watched or has not watched. */
export function registerListings(
  register: Register,
  deps: { db: Db; searches: Searches; correctionMs: number; toVideoViewer: ToVideoViewer },
): void {
  const { db, searches, correctionMs } = deps;
  register(catalog.listVideos, async ({ query, viewer: caller, request }) => {
    const viewer = await deps.toVideoViewer(caller);
    const { limit, sort } = query;
    const search = {
      viewer,
      sort,
      text: query.q ?? '',
      terms: toTerms(query),
      after: decodeCursor(query.cursor, sort === 'most_viewed' ? 'count' : 'moment'),
      limit: limit + 1,
      correctionMs,
    };
    // A search that can find nothing must not show by its duration which words there are.
    if (openVisibilities(viewer).length === 0) return { data: { videos: [], nextCursor: null } };
    const find = (on: Db) => findVideos(on, search);
    const hits = await (isSearch(search) ? searches.run(request, find) : find(db));
    return { data: await toPage(db, hits, { viewer, limit }) };
  });

  register(catalog.listLikedVideos, async ({ query, viewer }) => {
    return { data: await toPersonalPage(db, { query, viewer }, (page) => listLiked(db, page)) };
  });

  register(catalog.listWatchedVideos, async ({ query, viewer }) => {
    return { data: await toPersonalPage(db, { query, viewer }, (page) => listWatched(db, page)) };
  });

  register(catalog.listUnwatchedVideos, async ({ query, viewer }) => {
    const list = (page: PersonalPage) =>
      listHits(db, { ...page, sort: 'newest', query: null, unwatchedBy: page.viewer.id });
    return { data: await toPersonalPage(db, { query, viewer }, list) };
  });
}

async function toPersonalPage(
  db: Db,
  { query, viewer: caller }: { query: Received<typeof PageQuery>; viewer: Viewer },
  list: (page: PersonalPage) => Promise<ListPosition[]>,
) {
  const { limit } = query;
  const viewer = toAccountViewer(caller);
  const hits = await list({ viewer, after: decodeCursor(query.cursor, 'moment'), limit: limit + 1 });
  return toPage(db, hits, { viewer, limit });
}

/** Returns the exact terms of a list. Throws VALIDATION_FAILED if the letter is not one. */
function toTerms({ letter, ...tags }: Partial<Record<catalog.TagType | 'letter', string>>): string[] {
  const terms = TAG_TYPES.flatMap((tagType) => {
    const tagValue = tags[tagType]?.trim();
    return tagValue ? [toTagTerm({ tagType, tagValue })] : [];
  });
  if (letter === undefined) return terms;
  const result = game.toLetter(letter);
  if ('problem' in result) throw new AppError('VALIDATION_FAILED', result.problem);
  return [...terms, toLetterTerm(result.letter)];
}
