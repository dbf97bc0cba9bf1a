import type { Video } from '@larksong/contracts';

import '../styles/videos.css';
import '../styles/watch.css';
import '../features/videos/videos.css';
import { EditVideoButton } from '../features/edit-video/edit-video-button.tsx';
import { LazyPlayer, prefetchPlayer } from '../features/player/lazy-player.tsx';
import type { VideoFilter } from '../features/videos/filters.ts';
import { Watch, type PlayableProps } from '../features/videos/watch.tsx';

interface WatchViewProps {
  id: string;
  onChoose: (filter: VideoFilter) => void;
}

/** One video with its player, on whichever page it was opened. */
export function WatchView({ id, onChoose }: WatchViewProps) {
  return (
    <Watch
      key={id}
      id={id}
      onChoose={onChoose}
      onIntent={prefetchPlayer}
      renderPlayer={renderPlayer}
      renderActions={renderActions}
    />
  );
}

function renderPlayer(props: PlayableProps) {
  return <LazyPlayer {...props} />;
}

function renderActions(video: Video) {
  return <EditVideoButton video={video} />;
}
