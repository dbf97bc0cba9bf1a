import type { catalog } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { createStore, useStore } from '../../lib/store.ts';
import { useMedia } from '../../lib/use-media.ts';
import { followAnswer, getShown, holdTracks, releaseTracks, toBarKey, type Tracks } from './moving-shares.ts';

const FRAME_MS = 200;
const LESS_MOTION = '(prefers-reduced-motion: reduce)';

type ToShown = (video: catalog.ProcessingVideo, rung?: { resolution: string; share: number }) => number;

/** Returns a function that reads the current share of a bar. While not moving, the bars are paused. */
export function useMovingShares(videos: readonly catalog.ProcessingVideo[], isMoving: boolean): ToShown {
  const [bars] = useState(createBars);
  const { tracks, nowMs } = useStore(bars.store);
  useEffect(() => bars.change((known, atMs) => followAnswer(known, videos, atMs)), [bars, videos]);
  const isCalm = useMedia(LESS_MOTION);
  const isNeeded = isMoving && !isCalm && videos.length > 0;
  useEffect(() => {
    if (!isNeeded) return undefined;
    bars.change(releaseTracks);
    const timer = setInterval(() => bars.change((known) => known), FRAME_MS);
    return () => {
      clearInterval(timer);
      bars.change(holdTracks);
    };
  }, [bars, isNeeded]);
  return (video, rung) => {
    const track = tracks.get(toBarKey(video.id, rung?.resolution));
    const share = rung?.share ?? video.share;
    return track === undefined || isCalm ? share : getShown(track, nowMs);
  };
}

/** The bars and the time for which they are shown. */
function createBars() {
  const store = createStore<{ tracks: Tracks; nowMs: number }>({ tracks: new Map(), nowMs: 0 });
  return {
    store,
    change: (change: (tracks: Tracks, nowMs: number) => Tracks): void => {
      const nowMs = performance.now();
      store.set({ tracks: change(store.get().tracks, nowMs), nowMs });
    },
  };
}
