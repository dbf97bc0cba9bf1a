import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * Opens and folds a field that the style sheet shows as a button where there is little room. It folds when the focus
 * leaves it, and by Escape. `leaving` belongs to each control of its form.
 */
export function useFoldedField() {
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    flushSync(() => setOpen(true));
    input.current?.focus();
  };
  /** Returns whether it folded; where there is room, it does not. */
  const fold = (): boolean => {
    if (!button.current || button.current.getClientRects().length === 0) return false;
    flushSync(() => setOpen(false));
    button.current.focus();
    return true;
  };
  const leaving = {
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // A window that is left keeps its focus.
      if (!currentTarget.closest('form')?.contains(relatedTarget) && document.hasFocus()) setOpen(false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      // Otherwise the browser clears the field.
      if (event.key === 'Escape' && fold()) event.preventDefault();
    },
  };
  return { isOpen, input, button, open, fold, leaving };
}
