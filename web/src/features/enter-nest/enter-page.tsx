import type { auth } from '@larksong/contracts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

import { text, useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { leaveToNestsOfCard } from '../hand-over/leave-to-nests.ts';
import { toCardCode, useCardCode } from './card-code.ts';
import { Entering } from './entering.tsx';
import styles from './enter-page.module.css';

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
  const [entered, setEntered] = useState<auth.NestSession | null>(null);
  // Once the exchange is no longer shown: forgetting the member repeats the calls of the page.
  useEffect(() => {
    if (entered) void leaveToNestsOfCard(entered);
  }, [entered]);
  if (entered) return <Status className="muted">{t('enter.opening')}</Status>;
  if (!isLeaving) {
    if (status === 'loading') return <Status className="muted">{t('enter.opening')}</Status>;
    if (user) return <Ask user={user} onLeave={() => setLeaving(true)} />;
  }
  return (
    <Entering
      code={code}
      onEntered={setEntered}
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

/** Where the code of a class, or of a card, is typed on a tablet. */
function CodeForm({ onTyped }: { onTyped: (code: string) => void }) {
  const t = useTexts();
  const form = useForm({
    defaults: { code: '' },
    check: ({ code }) => only('code', toCardCode(code) === '' ? text('enter.missing') : undefined),
    send: async ({ code }) => toCardCode(code),
    onSent: onTyped,
  });
  return (
    <form {...form.props} className={`panel ${styles.form}`}>
      <h1>{t('enter.title')}</h1>
      <Field label={t('enter.code')} hint={t('enter.hint')} error={form.errors.code}>
        {(control) => (
          <input
            {...control}
            {...form.field('code')}
            className={styles.code}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
          />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        {t('enter.go')}
      </Button>
    </form>
  );
}
