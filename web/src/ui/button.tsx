import type { ComponentProps, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';

import { classNames } from './class-names.ts';

/** `solid` once in a group; `plain` and `quiet` beside it; `play` is for what a child presses. */
type ButtonVariant = 'solid' | 'plain' | 'quiet' | 'danger' | 'danger-solid' | 'play';

const CLASSES: Record<ButtonVariant, string> = {
  solid: 'button',
  plain: 'button plain',
  quiet: 'button quiet',
  danger: 'button danger',
  'danger-solid': 'button danger solid',
  play: 'button play',
};

interface Look {
  variant?: ButtonVariant;
  /** A quiet Delete in a list: no outline, less height. */
  slim?: boolean;
}

interface ButtonProps extends Look, ComponentProps<'button'> {
  /** Work is under way: the button turns, keeps the focus, and cannot be pressed again. */
  busy?: boolean;
}

export function Button({ variant = 'solid', slim, busy, className, onClick, ...rest }: ButtonProps) {
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
      className={classNames(CLASSES[variant], slim && 'slim', className)}
      onClick={press}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant = 'solid', slim, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={classNames(CLASSES[variant], slim && 'slim', className)} />;
}
