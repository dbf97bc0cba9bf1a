import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

type MessageKind = 'good' | 'bad' | 'warn' | 'note';

/** A message as state, before it is rendered. */
export interface MessageContent {
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
  /** Replaces the icon of the kind. */
  icon?: LucideIcon;
  children: ReactNode;
}

/** A sentence about an event. Screen readers interrupt for `bad` and wait for a pause otherwise. */
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
