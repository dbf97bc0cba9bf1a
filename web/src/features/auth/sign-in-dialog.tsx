import { X } from 'lucide-react';
import { useId, useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Modal } from '../../ui/dialog.tsx';
import { Message, type MessageContent } from '../../ui/message.tsx';
import type { Mode } from './credentials.ts';
import { ModeTabs } from './mode-tabs.tsx';
import { useRegistration } from './registration.ts';
import { useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-dialog.module.css';

export interface SignInRequest {
  reason: string | null;
  mode: Mode;
  inviteToken: string | null;
  onRegistered: (() => void) | null;
}

interface SignInDialogProps extends SignInRequest {
  onClose: () => void;
}

/** The dialog in which people sign in, create an account or ask for a mail. */
export function SignInDialog({ reason, mode: firstMode, inviteToken, ...on }: SignInDialogProps) {
  const { onRegistered, onClose } = on;
  const t = useTexts();
  const id = useId();
  const [message, setMessage] = useState<MessageContent | null>(
    reason === null ? null : { kind: 'note', text: reason },
  );
  const [newAccountId, setNewAccountId] = useState<string | null>(null);
  const { user } = useSession();
  const { mode, refusal, setMode } = useMode(firstMode, inviteToken);
  const title = t(`sign-in.tab.${mode}`);
  const newUser = mode === 'login' && user?.id === newAccountId ? user : null;
  const choose = (next: Mode) => {
    setMode(next);
    setMessage(null);
  };
  return (
    <Modal className="dialog" labelledBy={`${id}-title`} onClose={onClose}>
      <Scene onClose={onClose} />
      <div className="dialog-body stack">
        <h2 id={`${id}-title`} className="sr-only">
          {title}
        </h2>
        {refusal === null && <ModeTabs mode={mode} panelId={`${id}-panel`} onChoose={choose} />}
        {message && <Message kind={message.kind}>{message.text}</Message>}
        <div id={`${id}-panel`} role={refusal === null ? 'tabpanel' : 'group'} aria-label={title}>
          {newUser && <ContinueAs username={newUser.username} onContinue={onClose} />}
          <SignInForm
            mode={mode}
            inviteToken={inviteToken}
            isSecond={newUser !== null}
            onMessage={setMessage}
            onSignedIn={onClose}
            onRegistered={(text, account) => {
              setMode('login');
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

/** The chosen mode. Nobody can choose to register where that is refused. */
function useMode(firstMode: Mode, inviteToken: string | null) {
  const [chosen, setMode] = useState<Mode>(firstMode);
  const refusal = useRegistration(inviteToken);
  const mode: Mode = refusal === null ? chosen : 'login';
  return { mode, refusal, setMode };
}

/** The lark on its meadow. All of it closes the dialog, so that a child who came here by chance finds the way back. */
function Scene({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  return (
    <button
      type="button"
      className={classNames('meadow', styles.scene)}
      aria-label={t('sign-in.close')}
      title={t('sign-in.close')}
      onClick={onClose}
    >
      <img src="/mark.svg" alt="" width="88" height="88" />
      <span className="icon-button">
        <X className="icon" aria-hidden />
      </span>
    </button>
  );
}

/** Continues as the new account, which is already signed in; the form below is for another account. */
function ContinueAs({ username, onContinue }: { username: string; onContinue: () => void }) {
  const t = useTexts();
  // The field that had the focus is gone.
  const focus = (button: HTMLButtonElement | null) => button?.focus();
  return (
    <div className={styles.continueAs}>
      <Button ref={focus} onClick={onContinue}>
        <span>{t.rich('sign-in.continue-as', { username: <bdi>{username}</bdi> })}</span>
      </Button>
      <p className="muted small">{t('sign-in.other-account')}</p>
    </div>
  );
}
