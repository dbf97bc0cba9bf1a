import type { ComponentProps, MouseEvent } from 'react';

import { classNames } from './class-names.ts';

/** `solid`: one per group; `plain` and `quiet` next to it; `play`: for children. */
type ButtonVariant = 'solid' | 'plain' | 'quiet' | 'danger' | 'danger-solid' | 'play';

const CLASSES: Record<ButtonVariant, string> = {
  solid: 'button',
  plain: 'button plain',
  quiet: 'button quiet',
  danger: 'button danger',
  'danger-solid': 'button danger solid',
  play: 'button play',
};

export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  /** A quiet Delete in a list: no outline, less height. */
  slim?: boolean | undefined;
  className?: string | undefined;
}

interface ButtonProps extends Omit<ButtonLook, 'className'>, ComponentProps<'button'> {
  /** In progress: the button shows a spinner, keeps the focus, and cannot be pressed again. */
  busy?: boolean;
}

export function Button({ variant, slim, busy, className, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={toButtonClass({ variant, slim, className })}
      onClick={press}
    />
  );
}

/** Returns the classes of an element that looks like a button, with `className` appended. */
export function toButtonClass({ variant = 'solid', slim, className }: ButtonLook): string {
  return classNames(CLASSES[variant], slim && 'slim', className);
}
