import { ApiError, auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './status.module.css';

/** The address that is called about problems; changing it needs the superadmin's password. */
export function WebhookForm({ url }: { url: string | null }) {
  const t = useTexts();
  const { secret, ...form } = useWebhookForm(url);
  return (
    <form {...form.props} className="panel" aria-label={t('telling.webhook-title')}>
      <h3>{t('telling.webhook-title')}</h3>
      {form.error && !isWrongPassword(form.error) && (
        <Message kind="bad">{errorSentence(form.error)}</Message>
      )}
      {form.isSent && <Saved secret={secret} />}
      <Field label={t('telling.webhook-url')} hint={t('telling.webhook-hint')} error={form.errors.url}>
        {(control) => (
          <input
            {...control}
            {...form.field('url')}
            type="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <PasswordField
        label={t('telling.webhook-password')}
        error={form.errors.password}
        autoComplete="current-password"
        field={form.field('password')}
      />
      <div className="row">
        <Button type="submit" busy={form.isBusy}>
          {t('telling.webhook-save')}
        </Button>
        {url !== null && <TryButton />}
      </div>
    </form>
  );
}

/** The key, which is shown only once; null if the address was removed. */
function Saved({ secret }: { secret: string | null }) {
  const t = useTexts();
  if (secret === null) return <Message kind="good">{t('telling.webhook-removed')}</Message>;
  return (
    <Message kind="good">
      {t('telling.webhook-secret')} <code className={styles.secret}>{secret}</code>
    </Message>
  );
}

function useWebhookForm(url: string | null) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({
    defaults: { url: url ?? '', password: '' },
    check: ({ password }) => (password === '' ? { password: text('telling.webhook-password-missing') } : {}),
    send: ({ url: typed, password }) =>
      call(auth.putToldWebhook, { body: { url: typed.trim() === '' ? null : typed.trim(), password } }),
    onSent: async ({ data }, { clear }) => {
      setSecret(data.secret);
      clear('password');
      await invalidate(auth.getTold);
    },
    onFailed: (error, { show }) => {
      if (isWrongPassword(error)) show({ password: errorSentence(error) });
    },
  });
  return { ...form, secret };
}

function TryButton() {
  const t = useTexts();
  const attempt = useMutation({
    mutationFn: async () => (await call(auth.tryToldWebhook, {})).data.problem,
  });
  return (
    <>
      <Button variant="plain" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {t('telling.webhook-try')}
      </Button>
      {attempt.error && <Message kind="bad">{errorSentence(attempt.error)}</Message>}
      {attempt.data === null && <Message kind="good">{t('telling.webhook-accepted')}</Message>}
      {typeof attempt.data === 'string' && (
        <Message kind="bad">
          {t('telling.webhook-refused')} <span lang="en">{attempt.data}</span>
        </Message>
      )}
    </>
  );
}

function isWrongPassword(error: Error): boolean {
  return error instanceof ApiError && error.code === 'WRONG_PASSWORD';
}
