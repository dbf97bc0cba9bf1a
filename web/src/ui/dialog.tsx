import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

interface ModalProps {
  /** Asked for by Escape, by a press beside the dialog and by its close button. */
  onClose: () => void;
  /** Exactly one of the two names the dialog. */
  label?: string;
  labelledBy?: string;
  describedBy?: string | undefined;
  role?: 'dialog' | 'alertdialog';
  className?: string;
  children: ReactNode;
}

/**
 * A native modal <dialog>, open as long as it is rendered: the browser keeps the focus inside and gives it back,
 * the page behind is inert, and styles/controls/dialogs.css locks its scrolling. `data-autofocus` marks where the focus goes;
 * without it that is the first thing to press.
 */
export function Modal({ onClose, label, labelledBy, describedBy, role, className, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    keepGutter();
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
        if (event.target !== dialog.current) return; // a file picker inside cancels too
        event.preventDefault();
        onClose();
      }}
      // The browser closes it by itself on a second Escape; our own closing above is told here, too, but late.
      onClose={() => {
        if (isShown.current && !dialog.current?.open) onClose();
      }}
      // Both ends of a press must be outside: a selection dragged out of a field closes nothing.
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

/** Notes the width of the scroll bar that is about to go, so that the page behind does not jump. */
function keepGutter(): void {
  if (document.querySelector('dialog[open]')) return; // gone already, and noted
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--gutter', `${window.innerWidth - clientWidth}px`);
}

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Without the cross, for questions that have their own buttons. */
  hideClose?: boolean;
  className?: string;
  children: ReactNode;
}

/** A titled dialog; its content goes into the padded body. */
export function Dialog({ open, onClose, title, hideClose, className, children }: DialogProps) {
  const titleId = useId();
  if (!open) return null;
  return (
    <Modal onClose={onClose} labelledBy={titleId} className={classNames('dialog', className)}>
      <div className="dialog-top">
        <h2 id={titleId}>{title}</h2>
        {!hideClose && <IconButton label="Close" icon={X} onClick={onClose} />}
      </div>
      <div className="dialog-body">{children}</div>
    </Modal>
  );
}
