import { useRef, type KeyboardEvent } from 'react';

import { useTexts } from '../../lib/texts.ts';
import type { Mode } from './credentials.ts';
import styles from './mode-tabs.module.css';

const MODES = ['login', 'register'] as const;

interface ModeTabsProps {
  mode: Mode;
  panelId: string;
  onChoose: (mode: Mode) => void;
}

/** Tabs that switch the dialog between signing in and creating an account. */
export function ModeTabs({ mode, panelId, onChoose }: ModeTabsProps) {
  const t = useTexts();
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
    <div className={styles.modes} role="tablist" aria-label={t('sign-in.tabs')}>
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
          {t(`sign-in.tab.${tab}`)}
        </button>
      ))}
    </div>
  );
}
