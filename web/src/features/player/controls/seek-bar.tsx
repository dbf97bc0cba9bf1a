import type { catalog } from '@larksong/contracts';
import { useState, type CSSProperties, type PointerEvent } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { findChapter, toMarks } from './chapters.ts';
import { SeekPreview } from './seek-preview.tsx';
import { toPercent, toPositionText } from '../playback/timeline.ts';
import type { Player } from '../playback/use-player.ts';
import styles from './seek-bar.module.css';

/** The radius of the thumb, whose centre never reaches the ends of the bar (seek-bar.module.css). */
const THUMB_RADIUS = 10;

interface SeekBarProps {
  player: Player;
  storyboard: catalog.Storyboard | null;
  chapters: readonly catalog.Chapter[];
}

/** The time line: a slider that seeks when it is released, with the loaded part and the chapters behind it. */
export function SeekBar({ player, storyboard, chapters }: SeekBarProps) {
  const t = useTexts();
  const { media, lengthSeconds } = player;
  const [dragged, setDragged] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [hasKeys, setHasKeys] = useState(false);
  const position = Math.min(dragged ?? media.position, lengthSeconds);
  const commit = () => {
    if (dragged === null) return;
    player.seek(dragged);
    setDragged(null);
  };
  const shares = {
    '--at': `${toPercent(position, lengthSeconds)}%`,
    '--loaded': `${toPercent(Math.max(media.loadedEnd, position), lengthSeconds)}%`,
  };
  // the dragged or keyed position, otherwise the one under the pointer
  const previewed = dragged ?? (pointed === null ? (hasKeys ? position : null) : pointed * lengthSeconds);
  return (
    <div className={styles.seek} style={shares as CSSProperties /* React's type has no custom properties */}>
      <Marks percents={toMarks(chapters, lengthSeconds)} />
      <input
        type="range"
        data-seek
        min={0}
        max={lengthSeconds}
        step={0.1}
        value={position}
        disabled={lengthSeconds === 0}
        onPointerMove={(event) => setPointed(toPointedShare(event))}
        onPointerLeave={() => setPointed(null)}
        aria-label={t('player.seek')}
        aria-valuetext={toPositionText(position, lengthSeconds, findChapter(chapters, position)?.title)}
        onChange={(event) => setDragged(event.target.valueAsNumber)}
        onPointerUp={commit}
        onPointerCancel={commit}
        onKeyUp={commit}
        onFocus={(event) => setHasKeys(event.target.matches(':focus-visible'))}
        onBlur={() => {
          setHasKeys(false);
          commit();
        }}
      />
      {previewed !== null && lengthSeconds > 0 && (
        <SeekPreview
          storyboard={storyboard}
          seconds={previewed}
          chapterTitle={findChapter(chapters, previewed)?.title}
          percent={toPercent(previewed, lengthSeconds)}
        />
      )}
    </div>
  );
}

/** Where chapters begin. */
function Marks({ percents }: { percents: readonly number[] }) {
  return percents.map((percent) => {
    const place = { '--share': percent / 100 } as CSSProperties; // React's type has no custom properties
    return <span key={percent} className={styles.mark} style={place} data-chapter aria-hidden />;
  });
}

/** Returns the share of the bar under the pointer, 0 to 1, as the slider would interpret a press there. */
function toPointedShare({ clientX, currentTarget }: PointerEvent<HTMLInputElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(1, (clientX - left - THUMB_RADIUS) / (width - 2 * THUMB_RADIUS)));
}
