import { catalog } from '@larksong/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../../api/client.ts';
import { invalidateMatching } from '../../../api/invalidate.ts';
import { describeChange, predictOpinion, toggleOpinion, toOpinionKind, type OpinionKind } from './opinion.ts';
import { holdsVideos, updateVideoEverywhere } from './video-cache.ts';

const CALLS = { like: catalog.likeVideo, dislike: catalog.dislikeVideo, none: catalog.unlikeVideo } as const;

/** A press can be undone for this long. */
const UNDO_MS = 5_000;

/** The last press, while it can be undone. */
interface Undo {
  from: OpinionKind;
  to: OpinionKind;
}

/** Returns the viewer's opinion of a video: at first the requested one, then the one that the server reports. */
export function useOpinion(video: catalog.Video) {
  const queryClient = useQueryClient();
  const { id } = video;
  /** The opinion that was requested since `video` was drawn: a second press may come before the first one is drawn. */
  const latest = useRef<{ of: catalog.Video; opinion: catalog.Opinion }>(undefined);
  const [undo, setUndo] = useUndo();
  const mutation = useMutation({
    // one after the other, so that the server receives the last press last
    scope: { id: `opinion of ${id}` },
    mutationFn: async (requested: OpinionKind) => (await call(CALLS[requested], { params: { id } })).data,
    onSuccess: (opinion) => applyOpinion(queryClient, id, opinion),
    onError: () => {
      latest.current = undefined;
      setUndo(undefined);
    },
  });
  const drawn = mutation.isPending ? predictOpinion(video, mutation.variables) : video;
  const request = (kind: OpinionKind) => {
    latest.current = { of: video, opinion: predictOpinion(video, kind) };
    mutation.mutate(kind);
  };
  return {
    opinion: drawn,
    error: mutation.error,
    press: (button: 'like' | 'dislike') => {
      const now = latest.current?.of === video ? latest.current.opinion : drawn;
      const kind = toggleOpinion(button, now);
      setUndo({ from: toOpinionKind(now), to: kind });
      request(kind);
    },
    /** What the last press has changed, for five seconds. */
    change: undo && describeChange(undo.from, undo.to),
    undo: () => {
      setUndo(undefined);
      if (undo) request(undo.from);
    },
  };
}

function useUndo() {
  const [undo, setUndo] = useState<Undo>();
  useEffect(() => {
    if (!undo) return undefined;
    const timer = setTimeout(() => setUndo(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undo]);
  return [undo, setUndo] as const;
}

function applyOpinion(queryClient: QueryClient, id: string, opinion: catalog.Opinion): void {
  updateVideoEverywhere(queryClient, id, {
    ...opinion,
    ...(opinion.userHasLiked ? {} : { likedAt: null }),
  });
  void invalidateMatching({
    predicate: (query) =>
      query.queryKey[0] === catalog.listLikedVideos.operationId ||
      (holdsVideos(query) && query.state.fetchStatus === 'fetching'), // its response may be older than the opinion
  });
}
