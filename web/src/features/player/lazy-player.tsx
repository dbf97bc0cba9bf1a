import { useChunk } from '../../lib/chunk.ts';
import { playerChunk } from './player-chunk.ts';
import { PlayerFrame } from './player-frame.tsx';
import type { PlayerProps } from './player.tsx';
import { Stopped } from './stopped.tsx';

/** The player; until its chunk is loaded, the video's picture in its place. */
export function LazyPlayer(props: PlayerProps) {
  const { loaded, hasFailed, retry } = useChunk(playerChunk);
  if (loaded) return <loaded.Player {...props} />;
  return (
    <PlayerFrame
      thumbnail={props.video.thumbnail}
      size={props.video}
      {...(hasFailed ? {} : { videoId: props.video.id })}
    >
      {hasFailed && <Stopped onRetry={retry} />}
    </PlayerFrame>
  );
}
