import type { catalog } from '@larksong/contracts';
import type { ReactNode } from 'react';

import type { Start } from './start.ts';
import { useWatching } from '../watch/use-watching.ts';
import { VideoNotReady } from '../watch/video-not-ready.tsx';
import type { Playback } from './view-reports.ts';
import { WaitingPlayer } from '../watch/waiting-parts.tsx';
import type { WatchedProps } from '../watch/watch-view.tsx';

/** What the page's player gets; `LazyPlayer` of features/player takes it as it is. */
export interface PlayableProps {
  video: catalog.Video;
  start: Start;
  /** To be told while it plays and when it stops, with the position in seconds. */
  onPlayback: (playback: Playback, position: number) => void;
  /** Asks for the video's data again, which also opens its stream again to the viewer. */
  onRetry: () => Promise<unknown>;
}

interface PlayerPlaceProps extends WatchedProps {
  renderPlayer: (props: PlayableProps) => ReactNode;
}

/** The player, or what stands in its place: until its stream may be asked for, the video's picture. */
export function PlayerPlace({ open, position, renderPlayer }: PlayerPlaceProps) {
  const { query, video } = open;
  const { start, onPlayback } = useWatching(open, position);
  if (video && !video.playable) return <VideoNotReady status={video.status} />;
  if (video && start) return renderPlayer({ video, start, onPlayback, onRetry: query.refetch });
  return <WaitingPlayer video={video} />;
}
