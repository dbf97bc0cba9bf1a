import type { catalog } from '@larksong/contracts';

import type { ReactNode } from 'react';

import { classNames } from '../../ui/class-names.ts';
import styles from './flag-picture.module.css';

interface FlagPictureProps {
  kind: catalog.FlagKind;
  /** For lists, next to the words. */
  isSmall?: boolean;
}

/** What may be wrong with a song, as a picture: a face that is afraid, a torn film, a speech bubble. */
export function FlagPicture({ kind, isSmall = false }: FlagPictureProps) {
  return (
    <svg
      viewBox="0 0 96 96"
      className={classNames(styles.picture, isSmall && styles.small)}
      data-kind={kind}
      aria-hidden
    >
      {DRAWINGS[kind]}
    </svg>
  );
}

const DRAWINGS: Record<catalog.FlagKind, ReactNode> = {
  frightening: (
    <>
      <circle className={styles.back} cx="48" cy="48" r="40" />
      <path className={styles.line} d="M26 31 36 25M70 31 60 25" />
      <circle className={styles.face} cx="35" cy="42" r="9.5" />
      <circle className={styles.face} cx="61" cy="42" r="9.5" />
      <circle className={styles.dark} cx="35" cy="43" r="4" />
      <circle className={styles.dark} cx="61" cy="43" r="4" />
      <ellipse className={styles.dark} cx="48" cy="67" rx="9" ry="11" />
    </>
  ),
  broken: (
    <>
      <rect className={styles.back} x="8" y="18" width="80" height="60" rx="12" />
      <path className={styles.face} d="M38 34 62 48 38 62Z" />
      <path className={styles.crack} d="M60 14 50 34 62 46 46 62 54 82" />
    </>
  ),
  other: (
    <>
      <path
        className={styles.back}
        d="M24 14h48a16 16 0 0 1 16 16v26a16 16 0 0 1-16 16H52L32 88V72h-8A16 16 0 0 1 8 56V30a16 16 0 0 1 16-16Z"
      />
      <circle className={styles.face} cx="30" cy="43" r="6" />
      <circle className={styles.face} cx="48" cy="43" r="6" />
      <circle className={styles.face} cx="66" cy="43" r="6" />
    </>
  ),
};
