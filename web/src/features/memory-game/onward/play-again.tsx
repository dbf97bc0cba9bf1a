import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { usePresses } from '../board/use-presses.ts';
import styles from './onward-frame.module.css';

interface PlayAgainProps {
  serial: number;
  onPlayAgain: () => void;
}

/** Deals the same letters again. Takes the focus at the victory, when no other card may have loaded. */
export function PlayAgain({ serial, onPlayAgain }: PlayAgainProps) {
  const t = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  // Small hands are heard as on the board.
  const { handlersOf } = usePresses(serial, onPlayAgain);
  return (
    <button
      ref={button}
      type="button"
      title={t('onward.again')}
      className={classNames(styles.cell, styles.again)}
      {...handlersOf(0)}
    >
      <RotateCcw aria-hidden />
      <span className={styles.words}>{t('onward.again')}</span>
    </button>
  );
}
