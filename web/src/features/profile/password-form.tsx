import { ApiError, auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { confirmation } from '../../parts/confirmation.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm, type FieldErrors } from '../../parts/use-form.ts';
import { checkNewPassword } from '../auth/credentials.ts';

interface Passwords {
  currentPassword: string;
  newPassword: string;
}

const EMPTY: Passwords = { currentPassword: '', newPassword: '' };

export function PasswordForm() {
  const t = useTexts();
  const form = usePasswordForm();
  return (
    <section className="panel" aria-labelledby="change-password">
      <h2 id="change-password">{t('change-password.title')}</h2>
      <form {...form.props} className="stack">
        {form.isSent && (
          <Message kind="good">{confirmation(form.result?.message, t('change-password.done'))}</Message>
        )}
        {form.error && !isWrongPassword(form.error) && (
          <Message kind="bad">{errorSentence(form.error)}</Message>
        )}
        <PasswordField
          label={t('change-password.current')}
          error={form.errors.currentPassword}
          autoComplete="current-password"
          field={form.field('currentPassword')}
        />
        <PasswordField
          label={t('change-password.new')}
          hint={t('change-password.new-hint')}
          error={form.errors.newPassword}
          autoComplete="new-password"
          field={form.field('newPassword')}
        />
        <div className="row">
          <Button type="submit" variant="plain" busy={form.isBusy}>
            {t('change-password.submit')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function usePasswordForm() {
  return useForm({
    defaults: EMPTY,
    check,
    send: (body) => call(auth.changePassword, { body }),
    onSent: (_, { clear }) => {
      clear('currentPassword', 'newPassword');
      void invalidate(auth.listSessions);
    },
    onFailed: (error, { show }) => {
      if (isWrongPassword(error)) show({ currentPassword: errorSentence(error) });
    },
  });
}

/** Returns the errors to correct before the call is made, in the order of the fields. */
function check({ currentPassword, newPassword }: Passwords): FieldErrors<Passwords> {
  const problem = checkNewPassword(newPassword);
  return {
    ...(currentPassword === '' ? { currentPassword: text('change-password.missing-current') } : {}),
    ...(problem === undefined ? {} : { newPassword: problem }),
  };
}

function isWrongPassword(error: Error): boolean {
  return error instanceof ApiError && error.code === 'WRONG_PASSWORD';
}
