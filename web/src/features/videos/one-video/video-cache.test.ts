import { catalog } from '@larksong/contracts';
import { beforeEach, expect, test } from 'vitest';

import { queryKeyOf } from '../../../api/queries.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { video } from '../../../testing/videos.ts';
import { findKnownVideo, updateVideoEverywhere } from './video-cache.ts';

let queryClient = createQueryClient();
const open = video({ likeCount: 4 });
const other = video();
const KEYS = {
  open: queryKeyOf(catalog.getVideo, { params: { id: open.id } }),
  related: queryKeyOf(catalog.listRelatedVideos, { params: { id: other.id } }),
  pages: [...queryKeyOf(catalog.listVideos, { query: { limit: 50 } }), 'pages'],
  liked: [...queryKeyOf(catalog.listLikedVideos, { query: { limit: 50 } }), 'pages'],
};

beforeEach(() => {
  queryClient = createQueryClient();
  queryClient.setQueryData(KEYS.open, { video: open });
  queryClient.setQueryData(KEYS.related, { videos: [other, open] });
  for (const key of [KEYS.pages, KEYS.liked])
    queryClient.setQueryData(key, {
      pages: [
        { videos: [other], nextCursor: 'next' },
        { videos: [open], nextCursor: null },
      ],
      pageParams: [null, 'next'],
    });
});

function readAll(): catalog.Video[] {
  const pages = [KEYS.pages, KEYS.liked].flatMap(
    (key) => queryClient.getQueryData<{ pages: catalog.VideoPage[] }>(key)!.pages,
  );
  return [
    queryClient.getQueryData<{ video: catalog.Video }>(KEYS.open)!.video,
    ...queryClient.getQueryData<{ videos: catalog.Video[] }>(KEYS.related)!.videos,
    ...pages.flatMap((page) => page.videos),
  ];
}

test('a change reaches the open video, every page of every list and related videos, but no other video', () => {
  updateVideoEverywhere(queryClient, open.id, { likeCount: 5, userHasLiked: true });
  const copies = readAll();
  const changed = copies.filter(({ id }) => id === open.id);
  expect(changed).toHaveLength(4);
  expect(changed.every(({ likeCount, userHasLiked }) => likeCount === 5 && userHasLiked)).toBe(true);
  expect(copies.filter(({ id }) => id === other.id)).toEqual([other, other, other]);
  expect(queryClient.getQueryData(KEYS.pages)).toMatchObject({ pageParams: [null, 'next'] });
});

test('a change makes cached data neither newer nor valid again', async () => {
  queryClient.setQueryData(KEYS.open, { video: open }, { updatedAt: 1000 });
  await queryClient.invalidateQueries({ queryKey: KEYS.open });
  updateVideoEverywhere(queryClient, open.id, { viewCount: 9 });
  expect(queryClient.getQueryState(KEYS.open)).toMatchObject({
    data: { video: { viewCount: 9 } },
    dataUpdatedAt: 1000,
    isInvalidated: true,
  });
});

test('cached data without a change keeps its identity', () => {
  const before = queryClient.getQueryData(KEYS.pages);
  updateVideoEverywhere(queryClient, open.id, { likeCount: 4 });
  expect(queryClient.getQueryData(KEYS.pages)).toBe(before);
});

test('a video is known if any list contains it', () => {
  queryClient.removeQueries({ queryKey: KEYS.open });
  expect(findKnownVideo(queryClient, open.id)?.title).toBe(open.title);
  expect(findKnownVideo(queryClient, video().id)).toBeUndefined();
});
