import type { ReactNode } from 'react';

import { classNames } from '../../ui/class-names.ts';
import { GrownUps } from './grown-ups.tsx';
import styles from './scene.module.css';

interface SceneProps {
  title: string;
  isNight?: boolean;
  /** It fades in, as the evening comes. */
  isSlow?: boolean;
  children: ReactNode;
}

/** A whole screen that says something without words: a picture over the hills, by day or by night. */
export function Scene({ title, isNight = false, isSlow = false, children }: SceneProps) {
  return (
    <div className={classNames(styles.scene, isNight ? styles.night : styles.day, isSlow && styles.slow)}>
      {isNight && <Sky />}
      <h1>{title}</h1>
      <div className={styles.middle}>{children}</div>
      <GrownUps className={styles.door} />
    </div>
  );
}

/** Places and sizes of stars. */
const STARS = [
  [38, 60, 3],
  [125, 317, 2.5],
  [146, 197, 2],
  [221, 180, 3.5],
  [232, 139, 3.5],
  [370, 49, 3.5],
  [468, 108, 2],
  [548, 117, 3.5],
  [600, 84, 2.5],
  [684, 43, 3.5],
  [789, 89, 2],
  [1063, 351, 2.5],
  [1136, 417, 3.5],
  [1160, 182, 3.5],
] as const;

function Sky() {
  return (
    <>
      <svg className={styles.stars} viewBox="0 0 1200 500" preserveAspectRatio="xMidYMid slice" aria-hidden>
        {STARS.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </svg>
      <svg className={styles.moon} viewBox="0 0 100 100" aria-hidden>
        <path d="M62 6A46 46 0 1 0 94 70 38 38 0 0 1 62 6z" />
      </svg>
    </>
  );
}
