import type { CSSProperties, Ref } from 'react';

import { REST, type Pose } from './pose.ts';
import styles from './lark.module.css';

/** The lark of the logo, on its own branch. It is decorative: it never shows anything that is not shown elsewhere. */
export function Lark({ ref, pose: { side, tilt, moods } = REST }: { ref?: Ref<SVGSVGElement>; pose?: Pose }) {
  // React's type has no custom properties
  const look = { '--facing': side === 'left' ? -1 : 1, '--look': `${tilt}deg` } as CSSProperties;
  return (
    <svg
      ref={ref}
      className={styles.lark}
      style={look}
      data-lark={moods.join(' ')}
      viewBox="0 9 64 49"
      aria-hidden
    >
      <path className={styles.feet} d="M26 53v4M33 53v4" />
      <path d="M4 53.5 17 39.5C19 36 18.5 33 18.5 29L31 20C41 20 45.5 25 45.5 33 45.5 46 37 55.5 22 55.5 15 55.5 9 55 4 53.5z" />
      <g className={styles.head}>
        <path className={styles.rays} d="m49 8.5 1.5-4.5M58 15.5l4-2.5M60.5 26h2.5" />
        <path className={styles.beak} d="M39.5 18.5l18 7.3L42 27.5z" />
        <path className={styles.beak} d="M41 25.5l15 1.1-15.5 5.9z" />
        <path d="M14.5 12.5C28 8.5 45.5 10 45.5 28 45.5 37 39.5 43 31 43S17.5 37 18 29C18.3 23.5 17.5 18.5 14.5 12.5z" />
        <g className={styles.eye}>
          <circle cx="35.5" cy="23.5" r="4.7" />
          <circle cx="36.7" cy="23.5" r="3" />
          <circle cx="35.5" cy="22.3" r="1" />
        </g>
        <path className={styles.lid} d="M31.2 24.2c2 2.6 6.6 2.6 8.6 0" />
      </g>
      <path className={styles.wing} d="M17.5 49.5C17.5 40 25 34 37.5 35.5 38 45 30.5 52 17.5 49.5z" />
    </svg>
  );
}
