import { useChunk } from '../../lib/chunk.ts';
import { playerChunk } from './player-chunk.ts';
import type { PlayerProps } from './player.tsx';
import { Stopped } from './stopped.tsx';

/** The player; until its chunk is there, the video's picture in the same place. */
export function LazyPlayer(props: PlayerProps) {
  const { loaded, hasFailed, retry } = useChunk(playerChunk);
  if (loaded) return <loaded.Player {...props} />;
  return (
    <div className="player">
      {props.video.thumbnail !== null && <img src={props.video.thumbnail} alt="" width={320} height={180} />}
      {hasFailed && <Stopped onRetry={retry} />}
    </div>
  );
}
