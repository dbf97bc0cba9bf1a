import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

interface EmptyStateProps {
  /** The meadow with the lark, if there is room for it; otherwise a plain panel with an icon. */
  meadow?: boolean;
  icon?: LucideIcon;
  tone?: 'calm' | 'bad';
  title: string;
  hint?: ReactNode;
  /** The way forward. */
  action?: ReactNode;
  /** 1 if the title is the page's own heading. */
  level?: 1 | 2 | 3;
  className?: string;
}

export function EmptyState(props: EmptyStateProps) {
  const { meadow = false, icon: Icon, tone = 'calm', title, hint, action, level = 2, className } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={classNames('empty', meadow && 'meadow', className)}>
      {meadow && <span className="lark" aria-hidden />}
      {Icon && <Icon className={classNames('icon big', tone === 'bad' && 'bad')} aria-hidden />}
      <Heading>{title}</Heading>
      {hint !== undefined && <p className={meadow ? undefined : 'muted'}>{hint}</p>}
      {action}
    </div>
  );
}
