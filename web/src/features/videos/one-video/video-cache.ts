import type { catalog } from '@larksong/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';

import { VIDEO_CALLS } from '../../../api/video-queries.ts';

const VIDEO_OPERATIONS: ReadonlySet<unknown> = new Set(VIDEO_CALLS.map(({ operationId }) => operationId));

/** The data of those calls, as one response or as pages of a list. */
type Holder =
  | { video: catalog.Video }
  | { videos: catalog.Video[] }
  | { pages: { videos: catalog.Video[] }[] };

/** Returns whether a cached response contains videos. A `predicate` for `findAll` and `invalidateQueries`. */
export function holdsVideos(query: Query): boolean {
  return VIDEO_OPERATIONS.has(query.queryKey[0]);
}

/** Changes every cached copy of a video: the open one, all lists, related ones. The age of the data stays. */
export function updateVideoEverywhere(
  queryClient: QueryClient,
  id: string,
  changes: Partial<catalog.Video>,
): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: holdsVideos })) {
    const before = readHolder(query);
    const after = before && withChanges(before, id, changes);
    if (after === before) continue;
    const { dataUpdatedAt, isInvalidated } = query.state;
    queryClient.setQueryData(query.queryKey, after, { updatedAt: dataUpdatedAt });
    if (isInvalidated) query.invalidate(); // a local change does not make the data fresh
  }
}

/** Returns a video from any cached response; undefined if there is none. */
export function findKnownVideo(queryClient: QueryClient, id: string): catalog.Video | undefined {
  for (const query of queryClient.getQueryCache().findAll({ predicate: holdsVideos })) {
    const known = toVideos(readHolder(query)).find((video) => video.id === id);
    if (known) return known;
  }
  return undefined;
}

function readHolder(query: Query): Holder | undefined {
  return query.state.data as Holder | undefined; // the data of those calls, see `holdsVideos`
}

function toVideos(holder: Holder | undefined): readonly catalog.Video[] {
  if (holder === undefined) return [];
  if ('video' in holder) return [holder.video];
  return 'pages' in holder ? holder.pages.flatMap((page) => page.videos) : holder.videos;
}

/** Returns the same object if nothing in it changes, to avoid re-renders. */
function withChanges(holder: Holder, id: string, changes: Partial<catalog.Video>): Holder {
  const isDue = (video: catalog.Video) => video.id === id && isChange(video, changes);
  if (!toVideos(holder).some(isDue)) return holder;
  const change = (video: catalog.Video) => (isDue(video) ? { ...video, ...changes } : video);
  if ('video' in holder) return { ...holder, video: change(holder.video) };
  if ('videos' in holder) return { ...holder, videos: holder.videos.map(change) };
  const pages = holder.pages.map((page) => ({ ...page, videos: page.videos.map(change) }));
  return { ...holder, pages };
}

function isChange(video: catalog.Video, changes: Partial<catalog.Video>): boolean {
  const before: Record<string, unknown> = video;
  return Object.entries(changes).some(([name, value]) => before[name] !== value);
}
