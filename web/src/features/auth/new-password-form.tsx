import { useRef, useState, type FormEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { checkNewPassword } from './credentials.ts';

interface NewPasswordFormProps {
  busy: boolean;
  /** Gets a password that keeps the rules of the contract; the server may still find it too common. */
  onSubmit: (password: string) => void;
}

export function NewPasswordForm({ busy, onSubmit }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = checkNewPassword(password);
    setError(found);
    if (found === undefined) onSubmit(password);
    else input.current?.focus();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Field label="New password" hint="8 to 128 characters" error={error}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="password"
            name="password"
            autoComplete="new-password"
            required
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        Change password
      </Button>
    </form>
  );
}
