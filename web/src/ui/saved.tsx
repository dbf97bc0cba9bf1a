import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';

import { createStore, useStore } from '../lib/store.ts';
import { useTexts } from '../lib/texts.ts';
import styles from './saved.module.css';

const SHOWN_MS = 4000;

/** The number of times that something was saved, and 0 while nothing is said about it. */
const saves = createStore(0);
let count = 0;

/** Says on the page that something was saved, for a form that closes itself. */
export function saySaved(): void {
  count += 1;
  saves.set(count);
}

/** Shows what `saySaved` says, for four seconds. The shell renders it once. */
export function Saved() {
  const current = useStore(saves);
  const t = useTexts();
  useEffect(() => {
    if (current === 0) return undefined;
    const timer = setTimeout(() => saves.set(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    // Always rendered: a live region announces only later changes.
    <div className={styles.place} aria-live="polite">
      {current > 0 && (
        <p key={current} className={styles.saved}>
          <CircleCheck className="icon" aria-hidden />
          {t('saved.said')}
        </p>
      )}
    </div>
  );
}
