import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

/** A line that is read out when it changes (role status), for example the text next to skeletons. */
export function Status({ className, children }: { className?: string; children: ReactNode }) {
  return <output className={classNames('status', className)}>{children}</output>;
}
