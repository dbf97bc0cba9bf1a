import type { catalog } from '@larksong/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';

import { VIDEO_CALLS } from '../../api/video-queries.ts';

const HOLDERS: ReadonlySet<unknown> = new Set(VIDEO_CALLS.map(({ operationId }) => operationId));

/** What the answers of those calls are, alone or as pages of a list. */
type Holder =
  | { video: catalog.Video }
  | { videos: catalog.Video[] }
  | { pages: { videos: catalog.Video[] }[] };

/** Whether a cached answer holds videos; `findAll` and `invalidateQueries` take it as `predicate`. */
export function holdsVideos(query: Query): boolean {
  return HOLDERS.has(query.queryKey[0]);
}

/** Changes every copy of a video that the page holds: the open one, all lists, related ones. How old they are stays. */
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
    if (isInvalidated) query.invalidate(); // a change by hand is no fresh answer
  }
}

/** What an answer that came before says of a video; undefined when none does. */
export function findKnownVideo(queryClient: QueryClient, id: string): catalog.Video | undefined {
  for (const query of queryClient.getQueryCache().findAll({ predicate: holdsVideos })) {
    const known = toVideos(readHolder(query)).find((video) => video.id === id);
    if (known) return known;
  }
  return undefined;
}

function readHolder(query: Query): Holder | undefined {
  return query.state.data as Holder | undefined; // what those calls answer, see `holdsVideos`
}

function toVideos(holder: Holder | undefined): readonly catalog.Video[] {
  if (holder === undefined) return [];
  if ('video' in holder) return [holder.video];
  return 'pages' in holder ? holder.pages.flatMap((page) => page.videos) : holder.videos;
}

/** The same object when nothing in it changes, so that nothing is drawn anew. */
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
