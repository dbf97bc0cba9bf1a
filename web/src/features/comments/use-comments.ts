import { ApiError, catalog, type Data } from '@larksong/contracts';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';

import { invalidate } from '../../api/invalidate.ts';
import { pagesFor } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

const PAGE_SIZE = 20;
/** The clocks of this device and of the server differ. */
const CLOCK_MARGIN_MS = 10_000;

type Page = Data<typeof catalog.listComments>;

const pagesOf = (videoId: string) =>
  pagesFor(catalog.listComments, { limit: PAGE_SIZE }, { params: { id: videoId } });

/** Returns the comments on a video that the viewer can see, newest first, and whether they can write. */
export function useComments(videoId: string) {
  return useInfiniteQuery({
    ...pagesOf(videoId),
    staleTime: 0,
    refetchOnWindowFocus: true,
    // Somebody whose account becomes old enough on this page can write.
    refetchInterval: ({ state }) => toWaitMs(state.data?.pages[0]?.writing),
    select: ({ pages }) => {
      const last = pages.at(-1);
      return {
        // One that moved between two page requests is listed only once.
        comments: [...new Map(pages.flatMap((page) => page.comments.map((one) => [one.id, one]))).values()],
        count: last?.count ?? 0,
        writing: last?.writing,
        isClosed: last?.isClosed ?? false,
        mayClose: last?.mayClose ?? false,
        mayRemove: last?.mayRemove ?? false,
      };
    },
  });
}

function toWaitMs(writing: catalog.Writing | undefined): number | false {
  if (writing?.state !== 'too-young' || writing.from === null) return false;
  return Math.max(0, Date.parse(writing.from) - Date.now()) + CLOCK_MARGIN_MS;
}

/** Shows a comment, or a reply to `parentId`, that was written or changed, until the list is fetched again. */
export function showWritten(videoId: string, written: catalog.Reply, parentId?: string): void {
  changePages(videoId, (pages) => {
    if (hasComment(pages, written.id))
      return pages.map((page) => ({ ...page, comments: page.comments.map(replace(written)) }));
    return pages.map((page, index) => ({
      ...page,
      count: page.count + 1,
      comments: [
        ...(parentId === undefined && index === 0 ? [{ ...written, replies: [] }] : []),
        ...page.comments.map((one) =>
          one.id === parentId ? { ...one, replies: [...one.replies, written] } : one,
        ),
      ],
    }));
  });
  void invalidate(catalog.listComments);
}

/** Returns whether a comment or a reply of this id is in the list. */
export function isListed(videoId: string, id: string): boolean {
  const known: InfiniteData<Page> | undefined = queryClient.getQueryData(pagesOf(videoId).queryKey);
  return hasComment(known?.pages ?? [], id);
}

function hasComment(pages: readonly Page[], id: string): boolean {
  return pages.some(({ comments }) =>
    comments.some((one) => one.id === id || one.replies.some((reply) => reply.id === id)),
  );
}

function replace(written: catalog.Reply) {
  return (one: catalog.Comment): catalog.Comment =>
    one.id === written.id
      ? { ...one, ...written }
      : { ...one, replies: one.replies.map((reply) => (reply.id === written.id ? written : reply)) };
}

/** Removes a deleted comment with its replies. */
export function removeDeleted(videoId: string, id: string): void {
  changePages(videoId, (pages) => {
    const known = pages.flatMap(({ comments }) => comments);
    const gone = known.find((one) => one.id === id);
    const lost = 1 + (gone?.replies.length ?? 0);
    return pages.map((page) => ({
      ...page,
      count: page.count - lost,
      comments: page.comments
        .filter((one) => one.id !== id)
        .map((one) => ({ ...one, replies: one.replies.filter((reply) => reply.id !== id) })),
    }));
  });
  void invalidate(catalog.listComments);
}

function changePages(videoId: string, change: (pages: Page[]) => Page[]): void {
  queryClient.setQueryData(
    pagesOf(videoId).queryKey,
    (known: InfiniteData<Page> | undefined) => known && { ...known, pages: change(known.pages) },
  );
}

/**
 * Fetches the list again if a refusal says that it has changed: closed, turned off, deleted, muted; and if no answer has
 * come, since it may have changed.
 */
export function refetchIfRefused(error: Error): void {
  if (error instanceof ApiError && [0, 403, 404, 409].includes(error.status))
    void invalidate(catalog.listComments);
}

/** Returns whether the site has no comments any more, or the viewer cannot see the video. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
