import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { currentNests } from '../../api/nest-session.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import type { MessageContent } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../parts/use-form.ts';
import { checkCredentials, type Credentials, type Mode } from './credentials.ts';
import { MailLinks } from './mail-links.tsx';
import { signIn } from './session.ts';

const EMPTY: Credentials = { username: '', email: '', password: '' };

interface SignInFormProps {
  mode: Mode;
  inviteToken: string | null;
  /** Whether another button above the form is the primary one. */
  isSecond: boolean;
  /** Whether links by e-mail are offered to people who cannot sign in. */
  hasMailLinks?: boolean;
  /** Shows a message above the form; null removes it. */
  onMessage: (message: MessageContent | null) => void;
  onSignedIn: () => void;
  /** Called with the sentence to show above the sign-in form, and with the new account, which is signed in. */
  onRegistered: (message: string, account: auth.User) => void;
}

export function SignInForm(props: SignInFormProps) {
  const { mode, inviteToken, isSecond, hasMailLinks = true, onMessage, onSignedIn, onRegistered } = props;
  const t = useTexts();
  const form = useForm({
    defaults: EMPTY,
    mode,
    check: (values) => checkCredentials(mode, values),
    send: (values) => enter(mode, values, inviteToken),
    onSubmit: () => onMessage(null),
    onSent: (account, { clear }) => {
      clear('password');
      if (mode === 'login') onSignedIn();
      else onRegistered(text('sign-in.registered'), account);
    },
    // The server's sentence, otherwise the error's own, otherwise a general one (specification section 8).
    onFailed: (error) =>
      onMessage({ kind: 'bad', text: errorSentence(error, error.message || text('sign-in.failed')) }),
  });
  return (
    <form {...form.props} className="stack">
      {mode === 'register' && (
        <Field label={t('sign-in.username')} hint={t('sign-in.username-hint')} error={form.errors.username}>
          {(control) => (
            <input
              {...control}
              {...form.field('username')}
              required
              type="text"
              autoComplete="username"
              data-autofocus
            />
          )}
        </Field>
      )}
      <Field label={t('sign-in.email')} error={form.errors.email}>
        {(control) => (
          <input
            {...control}
            {...form.field('email')}
            required
            type="email"
            autoComplete="email"
            data-autofocus
          />
        )}
      </Field>
      <PasswordField
        key={mode} // a password is never shown in the other mode
        label={t('sign-in.password')}
        hint={mode === 'register' ? t('sign-in.password-hint') : undefined}
        error={form.errors.password}
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        field={form.field('password')}
      />
      <Button type="submit" variant={isSecond ? 'plain' : 'solid'} busy={form.isBusy}>
        {t(`sign-in.submit.${mode}`)}
      </Button>
      {mode === 'login' && hasMailLinks && (
        <MailLinks
          email={form.values.email}
          onMessage={onMessage}
          onInvalid={(email) => form.show({ email })}
        />
      )}
    </form>
  );
}

async function enter(mode: Mode, credentials: Credentials, inviteToken: string | null): Promise<auth.User> {
  const { username, password } = credentials;
  const email = credentials.email.trim();
  const leaves = currentNests().refreshToken; // that of the nests from whose device somebody signs in
  const invitation = inviteToken === null ? {} : { inviteToken };
  const answer =
    mode === 'login'
      ? await call(auth.login, { body: { email, password, ...(leaves === null ? {} : { leaves }) } })
      : await call(auth.register, { body: { username: username.trim(), email, password, ...invitation } });
  signIn(answer.data);
  return answer.data.user;
}
