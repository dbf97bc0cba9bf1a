import type { LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

import { Modal } from './dialog.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  /** Tells the items apart. */
  id: string;
  label: string;
  icon: LucideIcon;
  onChoose: () => void;
}

interface MenuProps {
  /** The accessible name. */
  label: string;
  /** The button that opened it, which it appears next to. */
  anchor: RefObject<Element | null>;
  items: readonly MenuItem[];
  onClose: () => void;
  /** An item decides itself what follows, which may be another dialog in its place. */
  staysOpen?: boolean;
}

/** Least distance from the edges of the window, in pixels. */
const MARGIN = 8;

/** A short list of actions next to a button, open while it is rendered. Arrow keys move in it (ARIA menu pattern). */
export function Menu({ label, anchor, items, onClose, staysOpen = false }: MenuProps) {
  const list = useRef<HTMLUListElement>(null);
  usePlace(list, anchor);
  return (
    <Modal className={styles.menu ?? ''} label={label} onClose={onClose}>
      <ul
        ref={list}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={(event) => moveFocus(list.current, event)}
      >
        {items.map(({ id, label: text, icon: Icon, onChoose }, index) => (
          <li key={id} role="none">
            <button
              type="button"
              role="menuitem"
              // Otherwise some browsers focus the list itself.
              data-autofocus={index === 0 || undefined}
              onClick={() => {
                if (!staysOpen) onClose();
                onChoose();
              }}
            >
              <Icon className="icon" aria-hidden />
              {text}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Keeps the dialog of a list next to the button, also when a phone is turned while it is open. */
function usePlace(list: RefObject<Element | null>, anchor: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      const dialog = list.current?.closest('dialog');
      const button = anchor.current;
      if (dialog && button) placeNextTo(dialog, button.getBoundingClientRect());
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [list, anchor]);
}

/** Below the button if there is room, otherwise above it; its end is where that of the button is. */
function placeNextTo(dialog: HTMLElement, button: DOMRect): void {
  const { width, height } = dialog.getBoundingClientRect();
  const isMirrored = document.documentElement.dir === 'rtl';
  const left = isMirrored ? button.left : button.right - width;
  const top = button.bottom + height + MARGIN <= window.innerHeight ? button.bottom : button.top - height;
  dialog.style.left = `${within(left, window.innerWidth - width)}px`;
  dialog.style.top = `${within(top, window.innerHeight - height)}px`;
}

function within(at: number, room: number): number {
  return Math.max(MARGIN, Math.min(at, room - MARGIN));
}

function moveFocus(list: HTMLElement | null, event: KeyboardEvent): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
