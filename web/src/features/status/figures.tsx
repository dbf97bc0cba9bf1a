import type { ReactNode } from 'react';

import styles from './status.module.css';

/** A list of names with their values. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      {/* Not the direction of the cell: digits would stand at its left from right to left, too. */}
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
