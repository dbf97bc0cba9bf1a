import { EllipsisVertical } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { isByTouch } from '../../lib/touch.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { signOut, useSession } from '../auth/session.ts';
import { openSignIn } from '../auth/sign-in.tsx';
import { AccountItems, ThemeItems } from './account-menu-items.tsx';
import { LanguageItems } from './language-items.tsx';
import { useMenu } from './use-menu.ts';

type Panel = 'closed' | 'account' | 'language' | 'theme';

/** The avatar menu for signed-in users, the options menu for others. */
export function AccountMenu() {
  const { status, user } = useSession();
  const [panel, setPanel] = useState<Panel>('closed');
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const isOpen = panel !== 'closed';
  const close = () => setPanel('closed');
  const closeAndReturn = () => {
    trigger.current?.focus();
    close();
  };
  useMenu(root, isOpen, { onLeave: close, onEscape: closeAndReturn });
  useFocusOnFirst(root, panel);
  if (status === 'loading') return <span className="avatar waiting" aria-hidden />;
  const name = user ? (user.displayName ?? user.username) : null;
  return (
    <div ref={root} className="account">
      <Trigger
        ref={trigger}
        name={name}
        isOpen={isOpen}
        onPress={() => setPanel(isOpen ? 'closed' : 'account')}
      />
      {panel === 'account' && (
        <AccountItems
          user={user}
          onLanguage={() => setPanel('language')}
          onAppearance={() => setPanel('theme')}
          onSignIn={() => {
            closeAndReturn();
            openSignIn();
          }}
          onSignOut={(event) => {
            closeAndReturn();
            void (isByTouch(event) ? askToSignOut() : signOut());
          }}
        />
      )}
      {panel === 'language' && <LanguageItems onBack={() => setPanel('account')} onChoose={closeAndReturn} />}
      {panel === 'theme' && <ThemeItems onBack={() => setPanel('account')} />}
    </div>
  );
}

/** Moves the focus to the first entry of a panel once it is open. */
function useFocusOnFirst(root: RefObject<HTMLElement | null>, panel: Panel): void {
  useEffect(() => {
    if (panel !== 'closed') root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, [root, panel]);
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
  return (
    <IconButton
      ref={ref}
      label={name === null ? t('account-menu.options') : t('account-menu.of', { name })}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...(name === null ? { icon: EllipsisVertical } : {})}
      onClick={onPress}
    >
      {name !== null && <Avatar name={name} />}
    </IconButton>
  );
}

/** A child's tap must not end the session. */
async function askToSignOut(): Promise<void> {
  const isConfirmed = await confirmDialog({
    title: text('sign-out.title'),
    message: text('sign-out.question'),
    confirmLabel: text('sign-out.confirm'),
  });
  if (isConfirmed) await signOut();
}
