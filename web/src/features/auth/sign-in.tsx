import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

import { createStore, useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Message, type MessageContent } from '../../ui/message.tsx';
import type { Mode } from './credentials.ts';
import { MODE_TITLES, ModeTabs } from './mode-tabs.tsx';
import { useRegistration } from './registration.ts';
import { onSessionEnd, useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

interface SignInRequest {
  reason: string | null;
  mode: Mode;
  inviteToken: string | null;
  onRegistered: (() => void) | null;
}

const request = createStore<SignInRequest | null>(null);

/**
 * Opens the sign-in dialog over the current page. `reason` explains why; `inviteToken`, from an invitation link, is
 * sent when an account is created; `onRegistered` is called afterwards.
 */
export function openSignIn(options: Partial<SignInRequest> = {}): void {
  request.set({ reason: null, mode: 'login', inviteToken: null, onRegistered: null, ...options });
}

function closeSignIn(): void {
  request.set(null);
}

/** The sign-in dialog, shown on request. The shell renders it once. */
export function SignInDialog() {
  const current = useStore(request);
  useEffect(
    () => onSessionEnd(() => openSignIn({ reason: 'Your session has ended. Please sign in again.' })),
    [],
  );
  return current && <OpenDialog {...current} />;
}

function OpenDialog({ reason, mode: firstMode, inviteToken, onRegistered }: SignInRequest) {
  const id = useId();
  const [chosen, setChosen] = useState<Mode>(firstMode);
  const [message, setMessage] = useState<MessageContent | null>(
    reason === null ? null : { kind: 'note', text: reason },
  );
  const [newAccountId, setNewAccountId] = useState<string | null>(null);
  const { user } = useSession();
  const refusal = useRegistration(inviteToken);
  const mode = refusal === null ? chosen : 'login';
  const newUser = mode === 'login' && user?.id === newAccountId ? user : null;
  const choose = (next: Mode) => {
    setChosen(next);
    setMessage(null);
  };
  return (
    <Modal className="dialog" labelledBy={`${id}-title`} onClose={closeSignIn}>
      <div className={classNames('meadow', styles.scene)}>
        <img src="/mark.svg" alt="" width="88" height="88" />
        <IconButton label="Close" icon={X} onClick={closeSignIn} />
      </div>
      <div className="dialog-body stack">
        <h2 id={`${id}-title`} className="sr-only">
          {MODE_TITLES[mode]}
        </h2>
        {refusal === null && <ModeTabs mode={mode} panelId={`${id}-panel`} onChoose={choose} />}
        {message && <Message kind={message.kind}>{message.text}</Message>}
        <div id={`${id}-panel`} role={refusal === null ? 'tabpanel' : 'group'} aria-label={MODE_TITLES[mode]}>
          {newUser && <ContinueAs username={newUser.username} />}
          <SignInForm
            mode={mode}
            inviteToken={inviteToken}
            isSecond={newUser !== null}
            onMessage={setMessage}
            onSignedIn={closeSignIn}
            onRegistered={(text, account) => {
              setChosen('login');
              setNewAccountId(account.id);
              setMessage({ kind: 'good', text });
              onRegistered?.();
            }}
          />
        </div>
        {refusal !== null && <p className="muted small">{refusal}</p>}
      </div>
    </Modal>
  );
}

/** Continues as the new account, which is already signed in; the form below is for another account. */
function ContinueAs({ username }: { username: string }) {
  // The field that had the focus is gone.
  const focus = (button: HTMLButtonElement | null) => button?.focus();
  return (
    <div className={styles.continueAs}>
      <Button ref={focus} onClick={closeSignIn}>
        <span>
          Continue as <bdi>{username}</bdi>
        </span>
      </Button>
      <p className="muted small">Or sign in with another account:</p>
    </div>
  );
}
