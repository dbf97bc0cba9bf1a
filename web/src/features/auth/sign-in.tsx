import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { createStore, useStore } from '../../lib/store.ts';
import { Modal } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Message, type MessageKind } from '../../ui/message.tsx';
import type { Mode } from './credentials.ts';
import { onSessionEnd } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SignInRequest {
  reason: string | null;
}

const request = createStore<SignInRequest | null>(null);

/** Opens the sign-in dialog from anywhere, over the page that stays. `reason` says why it came up. */
export function openSignIn(options: { reason?: string } = {}): void {
  request.set({ reason: options.reason ?? null });
}

function closeSignIn(): void {
  request.set(null);
}

/** Shows the sign-in dialog when it is asked for. Rendered once, by the shell. */
export function SignInDialog() {
  const current = useStore(request);
  useEffect(
    () => onSessionEnd(() => openSignIn({ reason: 'Your session has ended. Please sign in again.' })),
    [],
  );
  return current && <OpenDialog reason={current.reason} />;
}

const MODES = ['login', 'register'] as const;
const TITLES: Record<Mode, string> = { login: 'Sign in', register: 'Create account' };

function OpenDialog({ reason }: { reason: string | null }) {
  const id = useId();
  const [mode, setMode] = useState<Mode>('login');
  const [notice, setNotice] = useState<{ kind: MessageKind; text: string } | null>(
    reason === null ? null : { kind: 'note', text: reason },
  );
  const choose = (next: Mode) => {
    setMode(next);
    setNotice(null);
  };
  return (
    <Modal className="dialog" labelledBy={`${id}-title`} onClose={closeSignIn}>
      <div className="meadow">
        <img src="/mark.svg" alt="" width="88" height="88" />
        <IconButton label="Close" icon={X} onClick={closeSignIn} />
      </div>
      <div className="dialog-body stack">
        <h2 id={`${id}-title`} className="sr-only">
          {TITLES[mode]}
        </h2>
        <ModeTabs mode={mode} panelId={`${id}-panel`} onChoose={choose} />
        {notice && <Message kind={notice.kind}>{notice.text}</Message>}
        <div id={`${id}-panel`} role="tabpanel" aria-label={TITLES[mode]}>
          <SignInForm
            mode={mode}
            onSubmit={() => setNotice(null)}
            onSignedIn={closeSignIn}
            onRegistered={(text) => {
              setMode('login');
              setNotice({ kind: 'good', text });
            }}
            onFailed={(text) => setNotice({ kind: 'bad', text })}
          />
        </div>
      </div>
    </Modal>
  );
}

interface ModeTabsProps {
  mode: Mode;
  panelId: string;
  onChoose: (mode: Mode) => void;
}

function ModeTabs({ mode, panelId, onChoose }: ModeTabsProps) {
  const tabs = useRef<Partial<Record<Mode, HTMLButtonElement | null>>>({});
  const moveTo = (event: KeyboardEvent<HTMLElement>) => {
    const other = MODES.find((candidate) => candidate !== mode); // either arrow leads to the other of two
    const next = { ArrowLeft: other, ArrowRight: other, Home: MODES[0], End: MODES[1] }[event.key];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    tabs.current[next]?.focus();
  };
  return (
    <div className="modes" role="tablist" aria-label="Sign in or create account">
      {MODES.map((tab) => (
        <button
          key={tab}
          ref={(element) => {
            tabs.current[tab] = element;
          }}
          type="button"
          role="tab"
          aria-selected={tab === mode}
          aria-controls={panelId}
          tabIndex={tab === mode ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={moveTo}
        >
          {TITLES[tab]}
        </button>
      ))}
    </div>
  );
}
