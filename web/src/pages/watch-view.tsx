import '../styles/videos.css';
import '../styles/watch.css';
import '../features/videos/videos.css';
import { prefetchPlayer } from '../features/player/player-chunk.ts';
import type { VideoFilter } from '../features/videos/filters.ts';
import { WaitingDetails, WaitingPlayer } from '../features/watch/waiting-parts.tsx';
import { Watch } from '../features/watch/watch-view.tsx';
import { createChunk, prefetch, useChunk } from '../lib/chunk.ts';
import { LoadFailed } from '../parts/load-failed.tsx';

/** What a list of videos can do without. */
const parts = createChunk(() => import('../features/watch/watch-parts.tsx'));

/** Fetches what a video is watched with early, when somebody seems about to open one. */
export function prefetchWatch(): void {
  prefetch(parts);
  prefetchPlayer();
}

interface WatchViewProps {
  id: string;
  onChoose: (filter: VideoFilter) => void;
}

/** One video with its player, on whichever page it was opened. */
export function WatchView(props: WatchViewProps) {
  return <OneVideo key={props.id} {...props} />;
}

function OneVideo({ id, onChoose }: WatchViewProps) {
  const { loaded, hasFailed, retry } = useChunk(parts);
  return (
    <Watch
      id={id}
      onIntent={prefetchWatch}
      renderPlayer={(props) =>
        loaded ? <loaded.WatchPlayer {...props} /> : <WaitingPlayer video={props.open.video} />
      }
      renderDetails={(video, props) => {
        if (loaded) return <loaded.WatchDetails {...props} video={video} onChoose={onChoose} />;
        if (!hasFailed) return <WaitingDetails />;
        return <LoadFailed title="This page did not load completely" error={undefined} onRetry={retry} />;
      }}
    />
  );
}
