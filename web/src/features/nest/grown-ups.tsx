import { Lock } from 'lucide-react';
import { useNavigate } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { nestPaths } from '../../nest-paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { HoldButton } from './hold-button.tsx';
import styles from './grown-ups.module.css';

/** The way out for grown-ups, always in the same corner: held for three seconds. */
export function GrownUps({ className }: { className?: string | undefined }) {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <HoldButton
      className={classNames(styles.door, className)}
      label={t('nest.grown-ups-hold')}
      onHeld={() => void navigate(nestPaths.door, { replace: true })}
    >
      <span className={styles.ring} aria-hidden>
        <Lock className="icon" />
      </span>
      <span className={styles.words}>{t('nest.grown-ups')}</span>
    </HoldButton>
  );
}
