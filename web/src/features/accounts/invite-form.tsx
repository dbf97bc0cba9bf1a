import { auth } from '@larksong/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { checkEmail } from '../auth/credentials.ts';
import styles from './invite-form.module.css';

export function InviteForm() {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<auth.Role>('user');
  const [error, setError] = useState<string>();
  const invite = useMutation({
    mutationFn: (address: string) => call(auth.createInvitation, { body: { email: address, role } }),
    onSuccess: () => {
      setEmail('');
      void queries.invalidateQueries({ queryKey: [auth.listInvitations.operationId] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    invite.reset();
    const found = checkEmail(email);
    setError(found);
    if (found === undefined) invite.mutate(email.trim());
    else input.current?.focus();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {invite.isSuccess && (
        <Message kind="good">
          {invite.data.message ?? `An invitation is on its way to ${invite.variables}.`}
        </Message>
      )}
      {invite.isError && <Message kind="bad">{errorSentence(invite.error)}</Message>}
      <div className={styles.columns}>
        <Field label="Email" error={error}>
          {(control) => (
            <input
              {...control}
              ref={input}
              type="email"
              name="email"
              autoComplete="off"
              required
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <Field label="Role">
          {(control) => (
            <select
              {...control}
              name="role"
              value={role}
              onChange={(event) => setRole(event.target.value === 'superadmin' ? 'superadmin' : 'user')}
            >
              <option value="user">user</option>
              <option value="superadmin">superadmin</option>
            </select>
          )}
        </Field>
      </div>
      <div className="row">
        <Button type="submit" busy={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}
