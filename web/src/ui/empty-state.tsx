import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

/**
 * The meadow with the lark, or a panel with an icon. Which one depends on the reason alone:
 *
 * - the meadow, if all is well and somebody is waited for: to sign in, to be allowed in, to come from another address,
 *   to go on after something is done, or to fill a place for children that is still empty;
 * - an icon, if something of a list or a page is missing: a search or a filter has found nothing, a list for grown-ups is
 *   still empty, or (with the tone `bad`) something has failed.
 */
type Picture =
  | { meadow: true; icon?: never; tone?: never }
  | { meadow?: never; icon: LucideIcon; tone?: 'calm' | 'bad' };

type EmptyStateProps = Picture & {
  title: string;
  hint?: ReactNode;
  /** The way forward. */
  action?: ReactNode;
  /** 1 if the title is the page's own heading. */
  level?: 1 | 2 | 3;
  className?: string;
};

/** A place without content: says why, and leads on. */
export function EmptyState(props: EmptyStateProps) {
  const { meadow = false, icon: Icon, tone = 'calm', title, hint, action, level = 2, className } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={classNames('empty', meadow && 'meadow', className)}>
      {meadow && <span className="lark" aria-hidden />}
      {Icon && <Icon className={classNames('icon big', tone === 'bad' && 'bad')} aria-hidden />}
      <Heading>{title}</Heading>
      {hint && <p className={meadow ? undefined : 'muted'}>{hint}</p>}
      {action}
    </div>
  );
}
