import { useRef, type KeyboardEvent } from 'react';

import type { Mode } from './credentials.ts';
import styles from './mode-tabs.module.css';

const MODES = ['login', 'register'] as const;
export const MODE_TITLES: Record<Mode, string> = { login: 'Sign in', register: 'Create account' };

interface ModeTabsProps {
  mode: Mode;
  panelId: string;
  onChoose: (mode: Mode) => void;
}

/** Tabs that switch the dialog between signing in and creating an account. */
export function ModeTabs({ mode, panelId, onChoose }: ModeTabsProps) {
  const tabs = useRef<Partial<Record<Mode, HTMLButtonElement | null>>>({});
  const moveTo = (event: KeyboardEvent<HTMLElement>) => {
    const other = MODES.find((candidate) => candidate !== mode); // with two tabs, either arrow leads to the other one
    const next = { ArrowLeft: other, ArrowRight: other, Home: MODES[0], End: MODES[1] }[event.key];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    tabs.current[next]?.focus();
  };
  return (
    <div className={styles.modes} role="tablist" aria-label="Sign in or create account">
      {MODES.map((tab) => (
        <button
          key={tab}
          ref={(element) => {
            tabs.current[tab] = element;
          }}
          type="button"
          role="tab"
          aria-selected={tab === mode}
          aria-controls={panelId}
          tabIndex={tab === mode ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={moveTo}
        >
          {MODE_TITLES[tab]}
        </button>
      ))}
    </div>
  );
}
