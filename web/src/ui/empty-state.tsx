import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

/**
 * The picture, which depends on the reason alone:
 *
 * - The meadow with the lark invites: to sign in, to get access, to open another address, to continue after something is
 *   done, or to fill a children's list that is still empty.
 * - An icon reports: a search or a filter found nothing, a list for grown-ups is still empty, or (with the tone `bad`)
 *   something failed.
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
