import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './manage.module.css';

interface Managing {
  id: string;
  /** Whether the button is shown. */
  isOffered: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** Stores whether the Add Content panel is open. */
export function useManage(isOffered: boolean): Managing {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return { id, isOffered, isOpen: isOpen && isOffered, onToggle: () => setOpen(!isOpen) };
}

export function ManageButton({ id, isOffered, isOpen, onToggle }: Managing) {
  const t = useTexts();
  if (!isOffered) return null;
  return (
    <Button
      variant="quiet"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      title={t('manage.hint')}
      onClick={onToggle}
    >
      <Plus className="icon" aria-hidden />
      {t('manage.button')}
    </Button>
  );
}

/** The panel is below the game, so that the board does not move. */
export function ManagePanel({ id, isOpen, children }: Managing & { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <div id={id} ref={panel} data-manage className={classNames('page', styles.managePanel)} tabIndex={-1}>
      {children}
    </div>
  );
}
