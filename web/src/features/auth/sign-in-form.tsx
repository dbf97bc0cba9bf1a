import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { withWait } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import type { MessageContent } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../parts/use-form.ts';
import { checkCredentials, type Credentials, type Mode } from './credentials.ts';
import { MailLinks } from './mail-links.tsx';
import { MODE_TITLES } from './mode-tabs.tsx';
import { signIn } from './session.ts';

const REGISTERED = 'Registered. Please check your email to verify your account.';
const PASSWORD_RULES = '8 to 128 characters, and neither your username nor your email';
const EMPTY: Credentials = { username: '', email: '', password: '' };

interface SignInFormProps {
  mode: Mode;
  inviteToken: string | null;
  /** Whether another button above the form is the primary one. */
  isSecond: boolean;
  /** Shows a message above the form; null removes it. */
  onMessage: (message: MessageContent | null) => void;
  onSignedIn: () => void;
  /** Called with the sentence to show above the sign-in form, and with the new account, which is signed in. */
  onRegistered: (message: string, account: auth.User) => void;
}

export function SignInForm(props: SignInFormProps) {
  const { mode, inviteToken, isSecond, onMessage, onSignedIn, onRegistered } = props;
  const form = useForm({
    defaults: EMPTY,
    mode,
    check: (values) => checkCredentials(mode, values),
    send: (values) => enter(mode, values, inviteToken),
    onSubmit: () => onMessage(null),
    onSent: (account, { clear }) => {
      clear('password');
      if (mode === 'login') onSignedIn();
      else onRegistered(REGISTERED, account);
    },
    // The server's sentence, otherwise the error's own, otherwise a general one (specification section 8).
    onFailed: (error) =>
      onMessage({ kind: 'bad', text: withWait(error, error.message || 'Authentication failed') }),
  });
  return (
    <form {...form.props} className="stack">
      {mode === 'register' && (
        <Field
          label="Username"
          hint="3 to 32 letters, digits, dots, dashes or underscores"
          error={form.errors.username}
        >
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
      <Field label="Email" error={form.errors.email}>
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
        label="Password"
        hint={mode === 'register' ? PASSWORD_RULES : undefined}
        error={form.errors.password}
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        field={form.field('password')}
      />
      <Button type="submit" variant={isSecond ? 'plain' : 'solid'} busy={form.isBusy}>
        {MODE_TITLES[mode]}
      </Button>
      {mode === 'login' && (
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
  const invitation = inviteToken === null ? {} : { inviteToken };
  const answer =
    mode === 'login'
      ? await call(auth.login, { body: { email, password } })
      : await call(auth.register, { body: { username: username.trim(), email, password, ...invitation } });
  signIn(answer.data);
  return answer.data.user;
}
