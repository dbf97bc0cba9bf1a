import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { withWait } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import type { MessageContent } from '../../ui/message.tsx';
import { useForm } from '../../parts/use-form.ts';
import { checkCredentials, type Credentials, type Mode } from './credentials.ts';
import { MailLinks } from './mail-links.tsx';
import { MODE_TITLES } from './mode-tabs.tsx';
import { signIn } from './session.ts';

const REGISTERED = 'Registered. Please check your email to verify your account.';
const EMPTY: Credentials = { username: '', email: '', password: '' };

interface SignInFormProps {
  mode: Mode;
  inviteToken: string | null;
  /** Shows a message above the form; null removes it. */
  onMessage: (message: MessageContent | null) => void;
  onSignedIn: () => void;
  /** Receives the sentence to show with the sign-in form. */
  onRegistered: (message: string) => void;
}

export function SignInForm({ mode, inviteToken, onMessage, onSignedIn, onRegistered }: SignInFormProps) {
  const form = useForm({
    defaults: EMPTY,
    mode,
    check: (values) => checkCredentials(mode, values),
    send: (values) => enter(mode, values, inviteToken),
    onSubmit: () => onMessage(null),
    onSent: (_, { clear }) => {
      clear('password');
      if (mode === 'login') onSignedIn();
      else onRegistered(REGISTERED);
    },
    // The server's sentence, otherwise the error's own, otherwise a general one (specification section 8).
    onFailed: (error) =>
      onMessage({ kind: 'bad', text: withWait(error, error.message || 'Authentication failed') }),
  });
  return (
    <form {...form.props} className="stack">
      {mode === 'register' && (
        <Field label="Username" error={form.errors.username}>
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
      <Field label="Password" error={form.errors.password}>
        {(control) => (
          <input
            {...control}
            {...form.field('password')}
            required
            type="password"
            autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
          />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
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

async function enter(mode: Mode, credentials: Credentials, inviteToken: string | null): Promise<void> {
  const { username, password } = credentials;
  const email = credentials.email.trim();
  const invitation = inviteToken === null ? {} : { inviteToken };
  const answer =
    mode === 'login'
      ? await call(auth.login, { body: { email, password } })
      : await call(auth.register, { body: { username: username.trim(), email, password, ...invitation } });
  signIn(answer.data);
}
