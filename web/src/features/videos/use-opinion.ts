import { catalog } from '@larksong/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { expectOpinion, type Wish } from './opinion.ts';
import { holdsVideos, updateVideoEverywhere } from './video-cache.ts';

const CALLS = { like: catalog.likeVideo, dislike: catalog.dislikeVideo, none: catalog.unlikeVideo } as const;

/** Returns the viewer's opinion of a video: at first the requested one, then the one that the server reports. */
export function useOpinion(video: catalog.Video) {
  const queryClient = useQueryClient();
  const { id } = video;
  const mutation = useMutation({
    // one after the other, so that the server receives the last press last
    scope: { id: `opinion of ${id}` },
    mutationFn: async (wish: Wish) => (await call(CALLS[wish], { params: { id } })).data,
    onSuccess: (opinion) => takeOver(queryClient, id, opinion),
  });
  return {
    opinion: mutation.isPending ? expectOpinion(video, mutation.variables) : video,
    error: mutation.error,
    wish: mutation.mutate,
  };
}

function takeOver(queryClient: QueryClient, id: string, opinion: catalog.Opinion): void {
  updateVideoEverywhere(queryClient, id, {
    ...opinion,
    ...(opinion.userHasLiked ? {} : { likedAt: null }),
  });
  void invalidate(catalog.listLikedVideos);
  // a response in flight may be older than the like
  void queryClient.invalidateQueries({
    predicate: (query) => holdsVideos(query) && query.state.fetchStatus === 'fetching',
  });
}
