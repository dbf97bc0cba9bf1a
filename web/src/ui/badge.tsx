import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

type BadgeKind = 'plain' | 'good' | 'bad' | 'note';

export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={classNames('badge', kind !== 'plain' && kind)}>{children}</span>;
}
