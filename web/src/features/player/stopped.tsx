import { RefreshCw } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import styles from './player-frame.module.css';

/** Covers the picture when the video cannot continue. `onRetry` is null if a retry is pointless. */
export function Stopped({ onRetry }: { onRetry: (() => void) | null }) {
  const t = useTexts();
  if (onRetry === null)
    return (
      <div className={styles.stopped} role="alert">
        <p>{t('player.impossible')}</p>
      </div>
    );
  return (
    <div className={styles.stopped} role="alert">
      <p>{t('player.stopped')}</p>
      <Button variant="play" onClick={onRetry}>
        <RefreshCw className="icon" aria-hidden />
        {t('player.retry')}
      </Button>
    </div>
  );
}
