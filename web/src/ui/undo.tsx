import { useEffect, useState } from 'react';

import { createStore, useStore } from '../lib/store.ts';
import { useTexts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import styles from './undo.module.css';

/** How long a step can be undone, unless somebody is about to. */
const SHOWN_MS = 10_000;

interface Step {
  said: string;
  /** Null for a step that cannot be undone. */
  undo: (() => Promise<void>) | null;
}

const last = createStore<Step | null>(null);

/** Says on the page what was done, and for ten seconds offers to undo it. `undo` says itself how it ended. */
export function offerUndo(said: string, undo: Step['undo']): void {
  last.set({ said, undo });
}

/** Shows what `offerUndo` says, whichever page follows. The shell renders it once. */
export function UndoNotice() {
  const step = useStore(last);
  const [isHeld, setHeld] = useState(false);
  const t = useTexts();
  useEffect(() => {
    if (step === null || isHeld) return undefined;
    const timer = setTimeout(() => last.set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [step, isHeld]);
  const hold = { onFocus: () => setHeld(true), onPointerEnter: () => setHeld(true) };
  const release = { onBlur: () => setHeld(false), onPointerLeave: () => setHeld(false) };
  return (
    // Always rendered: a live region announces only later changes.
    <div className={styles.place} aria-live="polite">
      {step && (
        <div className={styles.notice} {...hold} {...release}>
          <p dir="auto">{step.said}</p>
          {step.undo && (
            <Button
              variant="quiet"
              className={styles.undo}
              onClick={() => {
                document.getElementById('main')?.focus(); // the button disappears
                setHeld(false);
                last.set(null);
                void step.undo?.();
              }}
            >
              {t('undo.button')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
