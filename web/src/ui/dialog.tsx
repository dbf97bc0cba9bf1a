import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react';

import { useTexts } from '../lib/texts.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

interface ModalProps {
  /** Called by Escape, by a press outside the dialog and by its close button. */
  onClose: () => void;
  /** Exactly one of `label` and `labelledBy` names the dialog. */
  label?: string;
  labelledBy?: string;
  describedBy?: string | undefined;
  role?: 'dialog' | 'alertdialog';
  className?: string;
  children: ReactNode;
}

/**
 * A native modal <dialog>, open while it is rendered: the browser traps and restores the focus, the page behind is
 * inert, and styles/controls/dialogs.css locks its scrolling. `data-autofocus` marks the element to focus; the default
 * is the first focusable one.
 */
export function Modal({ onClose, label, labelledBy, describedBy, role, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    storeScrollbarWidth();
    isShown.current = true;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      isShown.current = false;
      element.close();
    };
  }, []);
  const isBackdrop = (event: PointerEvent) => event.target === dialog.current;
  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        if (event.target !== dialog.current) return; // a file picker inside also sends `cancel`
        event.preventDefault();
        onClose();
      }}
      // The browser closes the dialog on a second Escape. Our own closing also sends `close`, but later.
      onClose={() => {
        if (isShown.current && !dialog.current?.open) onClose();
      }}
      // A press must start and end outside: dragging a selection out of a field does not close the dialog.
      onPointerDown={(event) => {
        pressedOutside.current = isBackdrop(event);
      }}
      onPointerUp={(event) => {
        if (pressedOutside.current && isBackdrop(event)) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

/** Stores the width of the scroll bar that is about to disappear, so that the page behind does not move. */
function storeScrollbarWidth(): void {
  if (document.querySelector('dialog[open]')) return; // already hidden, and its width stored
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--gutter', `${window.innerWidth - clientWidth}px`);
}

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** No close button, for questions that have their own buttons. */
  hideClose?: boolean;
  className?: string;
  children: ReactNode;
}

/** A titled dialog. Its children go into the padded body. */
export function Dialog({ open, onClose, title, hideClose, className, children }: DialogProps) {
  const titleId = useId();
  const t = useTexts();
  if (!open) return null;
  return (
    <Modal onClose={onClose} labelledBy={titleId} className={classNames('dialog', className)}>
      <div className="dialog-top">
        <h2 id={titleId}>{title}</h2>
        {!hideClose && <IconButton label={t('dialog.close')} icon={X} onClick={onClose} />}
      </div>
      <div className="dialog-body">{children}</div>
    </Modal>
  );
}
