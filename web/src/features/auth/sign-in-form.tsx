import { login, register } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { checkCredentials, type CredentialErrors, type Credentials, type Mode } from './credentials.ts';
import { signIn } from './session.ts';

const REGISTERED = 'Registered. Please check your email to verify your account.';
const EMPTY: Credentials = { username: '', email: '', password: '' };
const SUBMIT: Record<Mode, string> = { login: 'Sign in', register: 'Create account' };

interface SignInFormProps {
  mode: Mode;
  onSubmit: () => void;
  onSignedIn: () => void;
  /** Gives the sentence to show beside the sign-in mode. */
  onRegistered: (message: string) => void;
  onFailed: (message: string) => void;
}

export function SignInForm({ mode, onSubmit, onSignedIn, onRegistered, onFailed }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [checked, setChecked] = useState<{ mode: Mode; errors: CredentialErrors }>({ mode, errors: {} });
  // What one mode found is of no use in the other.
  const errors = checked.mode === mode ? checked.errors : {};
  const attempt = useMutation({
    mutationFn: () => enter(mode, values),
    onSuccess: () => {
      setValues({ ...values, password: '' });
      if (mode === 'login') onSignedIn();
      else onRegistered(REGISTERED);
    },
    // The server's sentence, else the error's own, else a general one (specification section 8).
    onError: (error) => onFailed(error.message || 'Authentication failed'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (attempt.isPending) return;
    onSubmit();
    const found = checkCredentials(mode, values);
    setChecked({ mode, errors: found });
    const [first] = Object.keys(found);
    if (first === undefined) attempt.mutate();
    else form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
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
          {(control) => <input {...control} {...inputFor('username')} type="text" autoComplete="username" />}
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
        {SUBMIT[mode]}
      </Button>
    </form>
  );
}

async function enter(mode: Mode, { username, email, password }: Credentials): Promise<void> {
  const address = email.trim();
  const answer =
    mode === 'login'
      ? await call(login, { body: { email: address, password } })
      : await call(register, { body: { username: username.trim(), email: address, password } });
  signIn(answer.data);
}
