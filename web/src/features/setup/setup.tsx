import { ApiError, auth } from '@larksong/contracts';
import { useEffect, useEffectEvent, useState } from 'react';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence, withWait } from '../../parts/error-sentence.ts';
import { only, useForm } from '../../parts/use-form.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { Restore } from './restore.tsx';
import { SetupDone } from './setup-done.tsx';
import { SetupForm } from './setup-form.tsx';

type Stage =
  | { name: 'code' }
  | { name: 'form'; code: string; setup: auth.Setup }
  | { name: 'restore'; code: string; setup: auth.Setup }
  | { name: 'done'; restarts: boolean; publicUrl: string };

/** The page for the first start: asks for the code that was printed, then for everything else. */
export function Setup() {
  const [stage, setStage] = useState<Stage>({ name: 'code' });
  if (stage.name === 'form')
    return (
      <SetupForm
        {...stage}
        onRestore={() => setStage({ ...stage, name: 'restore' })}
        onDone={(outcome) => setStage({ name: 'done', ...outcome })}
      />
    );
  if (stage.name === 'restore')
    return <Restore code={stage.code} onBack={() => setStage({ ...stage, name: 'form' })} />;
  if (stage.name === 'done') return <SetupDone {...stage} />;
  return <CodeForm onOpen={(code, setup) => setStage({ name: 'form', code, setup })} />;
}

/** Returns the code behind the # of the address, which no server sees, and removes it from there and from the history. */
function takeCode(): string {
  const code = decodeURIComponent(window.location.hash.slice(1));
  if (code !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  return code;
}

function CodeForm({ onOpen }: { onOpen: (code: string, setup: auth.Setup) => void }) {
  const t = useTexts();
  const [given] = useState(takeCode);
  const form = useForm({
    defaults: { code: given },
    check: ({ code }) => only('code', code.trim() === '' ? text('setup.missing-code') : undefined),
    send: async ({ code }) => ({ code, setup: (await call(auth.openSetup, { body: { code } })).data.setup }),
    onSent: ({ code, setup }) => onOpen(code, setup),
  });
  const open = useEffectEvent(() => form.submit());
  useEffect(() => {
    if (given !== '') open();
  }, [given]);
  if (form.error instanceof ApiError && form.error.code === 'NOT_FOUND')
    return (
      <EmptyState
        meadow
        level={1}
        title={t('setup.closed-title')}
        hint={t('setup.closed')}
        action={<ButtonLink to={paths.home}>{t('setup.home')}</ButtonLink>}
      />
    );
  return (
    <form {...form.props} className="panel">
      <h1>{t('setup.title')}</h1>
      <p>{t('setup.welcome')}</p>
      {form.error && <Message kind="bad">{withWait(form.error, errorSentence(form.error))}</Message>}
      <Field label={t('setup.code')} hint={t('setup.code-hint')} error={form.errors.code}>
        {(control) => (
          <input
            {...control}
            {...form.field('code')}
            required
            type="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        {t('setup.continue')}
      </Button>
    </form>
  );
}
