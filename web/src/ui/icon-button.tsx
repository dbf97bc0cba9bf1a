import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import { classNames } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon?: LucideIcon;
  /** 56 px and outlined, for children's pages. */
  child?: boolean;
  children?: ReactNode;
}

export function IconButton({ label, icon: Icon, child, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames('icon-button', child && 'child', className)}
    >
      {Icon && <Icon className="icon" aria-hidden />}
      {children}
    </button>
  );
}
