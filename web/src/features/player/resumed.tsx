import { useState } from 'react';

import { formatDuration } from '../../lib/format.ts';
import { Status } from '../../ui/status.tsx';
import styles from './resumed.module.css';

/** Said for the first seconds that are played from there. */
const SHOWN_SECONDS = 10;

interface ResumedProps {
  /** Where the video went on, in seconds. */
  atSeconds: number;
  /** Where it is. */
  position: number;
  onStartOver: () => void;
}

/** Says that the video went on where somebody stopped, with a way back to its start. */
export function Resumed({ atSeconds, position, onStartOver }: ResumedProps) {
  const [hasFocus, setFocus] = useState(false);
  const isNear = position === 0 || (position >= atSeconds - 1 && position < atSeconds + SHOWN_SECONDS);
  const [isOver, setOver] = useState(false);
  // who has gone to the button keeps it
  if (!isOver && !isNear && !hasFocus) setOver(true);
  if (isOver) return null;
  return (
    <div className={styles.resumed}>
      <Status>Resumed at {formatDuration(atSeconds)}</Status>
      <button
        type="button"
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onClick={() => {
          setOver(true);
          onStartOver();
        }}
      >
        Start over
      </button>
    </div>
  );
}
