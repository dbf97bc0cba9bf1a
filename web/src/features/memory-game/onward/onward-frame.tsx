import type { ReactNode } from 'react';

import styles from './onward-frame.module.css';

interface OnwardFrameProps {
  /** The next letter, and a song. */
  cards?: ReactNode;
  playAgain: ReactNode;
  /** Smaller pictures: a larger board, the alphabet. */
  more: ReactNode;
}

/** The place of everything that follows a victory, in pictures of one size. */
export function OnwardFrame({ cards, playAgain, more }: OnwardFrameProps) {
  return (
    <>
      <div className={styles.ways}>
        {cards}
        {playAgain}
      </div>
      <div className={styles.more}>{more}</div>
    </>
  );
}
