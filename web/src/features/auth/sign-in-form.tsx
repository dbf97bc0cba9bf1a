import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { withWait } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import type { Notice } from '../../ui/message.tsx';
import { checkCredentials, type CredentialErrors, type Credentials, type Mode } from './credentials.ts';
import { MailLinks } from './mail-links.tsx';
import { MODE_TITLES } from './mode-tabs.tsx';
import { signIn } from './session.ts';

const REGISTERED = 'Registered. Please check your email to verify your account.';
const EMPTY: Credentials = { username: '', email: '', password: '' };

interface SignInFormProps {
  mode: Mode;
  inviteToken: string | null;
  /** What is to be said above the form; null takes back what was said before. */
  onNotice: (notice: Notice | null) => void;
  onSignedIn: () => void;
  /** Gives the sentence to show beside the sign-in mode. */
  onRegistered: (message: string) => void;
}

export function SignInForm({ mode, inviteToken, onNotice, onSignedIn, onRegistered }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [checked, setChecked] = useState<{ mode: Mode; errors: CredentialErrors }>({ mode, errors: {} });
  // What one mode found is of no use in the other.
  const errors = checked.mode === mode ? checked.errors : {};
  const attempt = useMutation({
    mutationFn: () => enter(mode, values, inviteToken),
    onSuccess: () => {
      setValues({ ...values, password: '' });
      if (mode === 'login') onSignedIn();
      else onRegistered(REGISTERED);
    },
    // The server's sentence, else the error's own, else a general one (specification section 8).
    onError: (error) =>
      onNotice({ kind: 'bad', text: withWait(error, error.message || 'Authentication failed') }),
  });
  const show = (found: CredentialErrors) => {
    setChecked({ mode, errors: found });
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (attempt.isPending) return;
    onNotice(null);
    const found = checkCredentials(mode, values);
    show(found);
    if (Object.keys(found).length === 0) attempt.mutate();
  };
  const inputFor = (name: keyof Credentials) => ({
    name,
    value: values[name],
    required: true,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setChecked({ mode, errors: { ...errors, [name]: undefined } });
    },
  });
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {mode === 'register' && (
        <Field label="Username" error={errors.username}>
          {(control) => (
            <input
              {...control}
              {...inputFor('username')}
              type="text"
              autoComplete="username"
              data-autofocus
            />
          )}
        </Field>
      )}
      <Field label="Email" error={errors.email}>
        {(control) => (
          <input {...control} {...inputFor('email')} type="email" autoComplete="email" data-autofocus />
        )}
      </Field>
      <Field label="Password" error={errors.password}>
        {(control) => (
          <input
            {...control}
            {...inputFor('password')}
            type="password"
            autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
          />
        )}
      </Field>
      <Button type="submit" busy={attempt.isPending}>
        {MODE_TITLES[mode]}
      </Button>
      {mode === 'login' && (
        <MailLinks email={values.email} onNotice={onNotice} onInvalid={(email) => show({ email })} />
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
