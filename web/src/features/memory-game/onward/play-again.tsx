import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { classNames } from '../../../ui/class-names.ts';
import { usePresses } from '../board/use-presses.ts';
import styles from './onward-frame.module.css';

interface PlayAgainProps {
  serial: number;
  onPlayAgain: () => void;
}

/** Deals the same letters again. Takes the focus at the victory, when no other card may have loaded. */
export function PlayAgain({ serial, onPlayAgain }: PlayAgainProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  // Small hands are heard as on the board.
  const { handlersOf } = usePresses(serial, onPlayAgain);
  return (
    <button
      ref={button}
      type="button"
      title="Play again"
      className={classNames(styles.cell, styles.again)}
      {...handlersOf(0)}
    >
      <RotateCcw aria-hidden />
      <span className={styles.words}>Play again</span>
    </button>
  );
}
