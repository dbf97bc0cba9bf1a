import type { catalog } from '@larksong/contracts';
import type { CSSProperties, ReactNode } from 'react';

import { useTexts, type Texts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { isLow, toHeight, toSunPlace } from './sun.ts';
import styles from './sky.module.css';

type Time = Pick<catalog.NestTime, 'share' | 'leftSeconds'>;

interface SkyProps {
  time: Time;
  /** More stands in it than the animal: the arc of the sun begins later. */
  isCrowded?: boolean;
  children: ReactNode;
}

/** The sky over a nest. The sun is the clock: it sinks along its dots to the hill; without a limit it stays at the top. */
export function Sky({ time, isCrowded, children }: SkyProps) {
  const t = useTexts();
  const { x, y } = toSunPlace(time);
  const place = { '--x': `${x}%`, '--y': `${y}%` } as CSSProperties; // React's type has no custom properties
  return (
    <header className={classNames(styles.sky, isLow(time) && styles.low, isCrowded && styles.crowded)}>
      <span className="sr-only">{describeSun(time, t)}</span>
      <div className={styles.arc} aria-hidden>
        {time.share !== null && (
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <path d="M0 0A100 100 0 0 1 100 100" />
          </svg>
        )}
        <span className={styles.sun} style={place} />
      </div>
      {children}
    </header>
  );
}

/** The same clock, small: a porthole. */
export function Porthole({ time, className }: { time: Time; className?: string | undefined }) {
  const t = useTexts();
  const place = { '--y': `${toHeight(time)}%` } as CSSProperties; // as above
  return (
    <span className={classNames(styles.porthole, isLow(time) && styles.low, className)} style={place}>
      <span className="sr-only">{describeSun(time, t)}</span>
    </span>
  );
}

function describeSun(time: Time, t: Texts): string {
  if (time.share === null) return t('nest.sun-free');
  return t(isLow(time) ? 'nest.sun-low' : 'nest.sun-high');
}
