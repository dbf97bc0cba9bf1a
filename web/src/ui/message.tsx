import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

export type MessageKind = 'good' | 'bad' | 'warn' | 'note';

/** What is to be said, as state. */
export interface Notice {
  kind: MessageKind;
  text: string;
}

const ICONS: Record<MessageKind, LucideIcon> = {
  good: CircleCheck,
  bad: CircleAlert,
  warn: TriangleAlert,
  note: Info,
};

interface MessageProps {
  kind?: MessageKind;
  /** Instead of the kind's own. */
  icon?: LucideIcon;
  children: ReactNode;
}

/** A sentence about what happened. `bad` interrupts who listens, the others wait for a pause. */
export function Message({ kind = 'note', icon, children }: MessageProps) {
  const Icon = icon ?? ICONS[kind];
  return (
    <div
      className={classNames('message', kind !== 'note' && kind)}
      role={kind === 'bad' ? 'alert' : 'status'}
    >
      <Icon className="icon" aria-hidden />
      <div>{children}</div>
    </div>
  );
}
