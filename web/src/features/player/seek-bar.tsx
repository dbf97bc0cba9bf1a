import { useState, type CSSProperties } from 'react';

import { formatDuration } from '../../lib/format.ts';
import { toPercent, toPositionText } from './timeline.ts';
import type { Player } from './use-player.ts';

/** The time line: a slider that seeks when it is let go, with the loaded part behind it. */
export function SeekBar({ player }: { player: Player }) {
  const { media, lengthSeconds } = player;
  const [wish, setWish] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const position = Math.min(wish ?? media.position, lengthSeconds);
  const commit = () => {
    if (wish === null) return;
    player.seek(wish);
    setWish(null);
  };
  const shares = {
    '--at': `${toPercent(position, lengthSeconds)}%`,
    '--loaded': `${toPercent(Math.max(media.loadedEnd, position), lengthSeconds)}%`,
  };
  return (
    <div className="seek" style={shares as CSSProperties /* custom properties are not in React's type */}>
      <input
        type="range"
        data-seek
        min={0}
        max={lengthSeconds}
        step={0.1}
        value={position}
        disabled={lengthSeconds === 0}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          setPointed(Math.max(0, Math.min(1, (event.clientX - left) / width)));
        }}
        onPointerLeave={() => setPointed(null)}
        aria-label="Seek"
        aria-valuetext={toPositionText(position, lengthSeconds)}
        onChange={(event) => setWish(event.target.valueAsNumber)}
        onPointerUp={commit}
        onPointerCancel={commit}
        onKeyUp={commit}
        onBlur={commit}
      />
      {pointed !== null && lengthSeconds > 0 && (
        <span className="pointed wide-only" style={{ left: `${pointed * 100}%` }} aria-hidden>
          {formatDuration(pointed * lengthSeconds)}
        </span>
      )}
    </div>
  );
}
