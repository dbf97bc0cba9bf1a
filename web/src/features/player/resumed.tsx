import { useState } from 'react';

import { formatDuration } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Status } from '../../ui/status.tsx';
import styles from './resumed.module.css';

/** Shown while the first seconds after the resumed position are played. */
const SHOWN_SECONDS = 10;

interface ResumedProps {
  /** Where the video resumed, in seconds. */
  atSeconds: number;
  /** The current position. */
  position: number;
  onStartOver: () => void;
}

/** Tells the viewer that the video was resumed, with a button back to its start. */
export function Resumed({ atSeconds, position, onStartOver }: ResumedProps) {
  const t = useTexts();
  const [hasFocus, setFocus] = useState(false);
  const isNear = position === 0 || (position >= atSeconds - 1 && position < atSeconds + SHOWN_SECONDS);
  const [isOver, setOver] = useState(false);
  // a focused button stays
  if (!isOver && !isNear && !hasFocus) setOver(true);
  if (isOver) return null;
  return (
    <div className={styles.resumed}>
      <Status>{t('player.resumed', { time: formatDuration(atSeconds) })}</Status>
      <button
        type="button"
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onClick={() => {
          setOver(true);
          onStartOver();
        }}
      >
        {t('player.start-over')}
      </button>
    </div>
  );
}
