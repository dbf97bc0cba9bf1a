import { EllipsisVertical } from 'lucide-react';
import { useEffect, useRef, useState, type Ref } from 'react';

import { createChunk, prefetch, prefetchWhenIdle } from '../../lib/chunk.ts';
import { useTexts } from '../../lib/texts.ts';
import { useDialogChunk } from '../../parts/use-dialog-chunk.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSession } from '../auth/session.ts';
import { useMenu } from './use-menu.ts';

/** A separate chunk, as that of the tray. */
const panels = createChunk(() => import('./account-panels.tsx'));

/** The avatar menu for signed-in users, the options menu for others. */
export function AccountMenu() {
  const { status, user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const closeAndReturn = () => {
    trigger.current?.focus();
    close();
  };
  useMenu(root, isOpen, { onLeave: close, onEscape: closeAndReturn });
  useEffect(() => prefetchWhenIdle(panels), []);
  if (status === 'loading') return <span className="avatar waiting" aria-hidden />;
  const name = user ? (user.displayName ?? user.username) : null;
  return (
    <div ref={root} className="account">
      <Trigger ref={trigger} name={name} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      {isOpen && <LazyPanels onClose={close} onReturn={closeAndReturn} />}
    </div>
  );
}

interface LazyPanelsProps {
  onClose: () => void;
  /** Closes the menu and returns the focus to its button. */
  onReturn: () => void;
}

function LazyPanels({ onClose, onReturn }: LazyPanelsProps) {
  const t = useTexts();
  const { user } = useSession();
  const loaded = useDialogChunk(panels, { title: t('account-menu.options'), onClose });
  return loaded ? <loaded.AccountPanels user={user} onReturn={onReturn} /> : null;
}

interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  /** Null for visitors. */
  name: string | null;
  isOpen: boolean;
  onPress: () => void;
}

function Trigger({ ref, name, isOpen, onPress }: TriggerProps) {
  const t = useTexts();
  const prefetchPanels = () => prefetch(panels);
  return (
    <IconButton
      ref={ref}
      label={name === null ? t('account-menu.options') : t('account-menu.of', { name })}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...(name === null ? { icon: EllipsisVertical } : {})}
      onPointerEnter={prefetchPanels}
      onFocus={prefetchPanels}
      onClick={onPress}
    >
      {name !== null && <Avatar name={name} />}
    </IconButton>
  );
}
