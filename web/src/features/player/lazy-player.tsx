import { useEffect, useState, type ComponentType } from 'react';

import type { PlayerProps } from './player.tsx';
import { Stopped } from './stopped.tsx';

type Chunk =
  | { kind: 'waiting' }
  | { kind: 'failed' }
  | { kind: 'loaded'; Player: ComponentType<PlayerProps> };

/** The player with hls.js lies in a chunk of its own. */
function fetchPlayer() {
  return import('./player.tsx');
}

/** Fetches the player early, when somebody seems about to open a video. */
export function prefetchPlayer(): void {
  fetchPlayer().catch(() => {}); // opening the video tries again, and says so if it fails
}

/** The player; until its chunk is there, the video's picture in the same place. */
export function LazyPlayer(props: PlayerProps) {
  // React's lazy() would remember a failure for good
  const [chunk, setChunk] = useState<Chunk>({ kind: 'waiting' });
  useEffect(() => {
    if (chunk.kind !== 'waiting') return undefined;
    let isCurrent = true;
    fetchPlayer().then(
      ({ Player }) => isCurrent && setChunk({ kind: 'loaded', Player }),
      () => isCurrent && setChunk({ kind: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [chunk]);

  if (chunk.kind === 'loaded') return <chunk.Player {...props} />;
  return (
    <div className="player">
      {props.video.thumbnail !== null && <img src={props.video.thumbnail} alt="" width={320} height={180} />}
      {chunk.kind === 'failed' && <Stopped onRetry={() => setChunk({ kind: 'waiting' })} />}
    </div>
  );
}
