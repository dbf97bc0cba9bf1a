import type { ReactNode } from 'react';

import styles from './video-rows.module.css';

interface VideoRowProps {
  title: string;
  /** In the row itself, next to the title. */
  state: ReactNode;
  facts: readonly ReactNode[];
  /** Below the facts. */
  children: ReactNode;
}

/** A video in one low row, which a press unfolds. */
export function VideoRow({ title, state, facts, children }: VideoRowProps) {
  return (
    <li>
      <details>
        <summary>
          <strong dir="auto">{title}</strong>
          <span className={styles.state}>{state}</span>
        </summary>
        <div className={styles.more}>
          <p className={styles.facts}>
            {facts.map((fact, index) => (
              <span key={index}>{fact}</span> // they keep their order
            ))}
          </p>
          {children}
        </div>
      </details>
    </li>
  );
}
