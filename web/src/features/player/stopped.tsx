import { RefreshCw } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import styles from './player-frame.module.css';

/** Covers the picture when the video cannot continue. `onRetry` is null if a retry is pointless. */
export function Stopped({ onRetry }: { onRetry: (() => void) | null }) {
  if (onRetry === null)
    return (
      <div className={styles.stopped} role="alert">
        <p>This browser cannot play this video. Please try a newer browser.</p>
      </div>
    );
  return (
    <div className={styles.stopped} role="alert">
      <p>This video cannot be played right now.</p>
      <Button variant="play" onClick={onRetry}>
        <RefreshCw className="icon" aria-hidden />
        Try again
      </Button>
    </div>
  );
}
