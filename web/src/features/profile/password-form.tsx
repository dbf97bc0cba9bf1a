import { ApiError, auth } from '@larksong/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { checkNewPassword } from '../auth/credentials.ts';

interface Passwords {
  currentPassword: string;
  newPassword: string;
}
type Errors = Partial<Passwords>;

const EMPTY: Passwords = { currentPassword: '', newPassword: '' };

export function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const show = (found: Errors) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const change = useMutation({
    mutationFn: () => call(auth.changePassword, { body: values }),
    onSuccess: () => {
      setValues(EMPTY);
      void queries.invalidateQueries({ queryKey: [auth.listSessions.operationId] });
    },
    onError: (error) => {
      if (isWrongPassword(error)) show({ currentPassword: error.message });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.reset();
    const found = check(values);
    show(found);
    if (Object.keys(found).length === 0) change.mutate();
  };
  const inputFor = (name: keyof Passwords, autoComplete: string) => ({
    name,
    autoComplete,
    type: 'password',
    required: true,
    value: values[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      const { [name]: _, ...others } = errors;
      setErrors(others);
    },
  });
  return (
    <section className="panel" aria-labelledby="change-password">
      <h2 id="change-password">Password</h2>
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        {change.isSuccess && (
          <Message kind="good">{change.data.message ?? 'Your password is changed.'}</Message>
        )}
        {change.isError && !isWrongPassword(change.error) && (
          <Message kind="bad">{errorSentence(change.error)}</Message>
        )}
        <Field label="Current password" error={errors.currentPassword}>
          {(control) => <input {...control} {...inputFor('currentPassword', 'current-password')} />}
        </Field>
        <Field
          label="New password"
          hint="8 to 128 characters. Changing it signs you out everywhere else."
          error={errors.newPassword}
        >
          {(control) => <input {...control} {...inputFor('newPassword', 'new-password')} />}
        </Field>
        <div className="row">
          <Button type="submit" variant="plain" busy={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </section>
  );
}

/** What must be put right before the call is made; the order is that of the fields. */
function check({ currentPassword, newPassword }: Passwords): Errors {
  const problem = checkNewPassword(newPassword);
  return {
    ...(currentPassword === '' ? { currentPassword: 'Enter your current password.' } : {}),
    ...(problem === undefined ? {} : { newPassword: problem }),
  };
}

function isWrongPassword(error: Error): boolean {
  return error instanceof ApiError && error.code === 'WRONG_PASSWORD';
}
