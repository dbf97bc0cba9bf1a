import { Eye, Lock } from 'lucide-react';

import { useTexts } from '../../../lib/texts.ts';
import { HoldButton } from '../hold-button.tsx';
import { useIsCounting } from '../use-nest-place.ts';
import styles from './locked.module.css';

/** Lies over the player while it is locked: a touch does nothing, but on the padlock, which has to be held. */
export function Locked({ onUnlock }: { onUnlock: () => void }) {
  const t = useTexts();
  const isCounting = useIsCounting();
  return (
    <div className={styles.locked}>
      {isCounting && (
        <span className={styles.eye}>
          <Eye className="icon" aria-hidden />
          <span className="sr-only">{t('nest.eye')}</span>
        </span>
      )}
      <HoldButton className={styles.unlock} label={t('nest.unlock')} onHeld={onUnlock}>
        <span className={styles.ring} aria-hidden>
          <Lock className="icon" />
        </span>
        <span>{t('nest.unlock')}</span>
      </HoldButton>
    </div>
  );
}
