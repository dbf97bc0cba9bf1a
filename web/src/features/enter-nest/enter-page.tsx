import type { auth } from '@larksong/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { leaveToNestsOfCard } from '../hand-over/leave-to-nests.ts';
import { useCardCode } from './card-code.ts';
import { CodeForm } from './code-form.tsx';
import { Entering } from './entering.tsx';

/** Opens the nest of a card in a browser that is no nest's yet: by the address, or by a code that is typed. */
export function EnterPage() {
  const { code, forget } = useCardCode();
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = code ?? typed;
  if (wanted === null) return <CodeForm onTyped={setTyped} />;
  const close = () => {
    forget();
    setTyped(null);
  };
  return <Enter key={wanted} code={wanted} onTypeAgain={close} />;
}

/** Asks those who are signed in, whose session ends once the nest is open: it would otherwise stay in its browser. */
function Enter({ code, onTypeAgain }: { code: string; onTypeAgain: () => void }) {
  const t = useTexts();
  const { status, user } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  if (!isLeaving) {
    if (status === 'loading') return <Status className="muted">{t('enter.opening')}</Status>;
    if (user) return <Ask user={user} onLeave={() => setLeaving(true)} />;
  }
  return (
    <Entering
      code={code}
      onEntered={(session) => void leaveToNestsOfCard(session)}
      action={
        <div className="row">
          <Button variant="plain" onClick={onTypeAgain}>
            {t('enter.again')}
          </Button>
          <ButtonLink variant="plain" to={paths.home}>
            {t('enter.home')}
          </ButtonLink>
        </div>
      }
    />
  );
}

function Ask({ user, onLeave }: { user: auth.User; onLeave: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <EmptyState
      meadow
      level={1}
      title={t('enter.ask')}
      hint={t('enter.ask-hint', { name: user.displayName ?? user.username })}
      action={
        <div className="row">
          <Button onClick={onLeave}>{t('enter.ask-open')}</Button>
          <Button variant="plain" onClick={() => void navigate(paths.children, { replace: true })}>
            {t('enter.ask-stay')}
          </Button>
        </div>
      }
    />
  );
}
