import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { checkEmail } from './credentials.ts';
import { requestMail, type MailKind } from './mail-request.ts';
import { useSession } from './session.ts';

const LABELS: Record<MailKind, string> = { reset: 'Send a new link', verification: 'Resend verification' };

/** Asks for the email to which a new link is to go. */
export function AskForLink({ kind }: { kind: MailKind }) {
  const { user } = useSession();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const email = typed ?? user?.email ?? '';
  const request = useMutation({ mutationFn: () => requestMail(kind, email) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request.isPending) return;
    request.reset();
    const found = checkEmail(email);
    setError(found);
    if (found === undefined) request.mutate();
    else input.current?.focus();
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {request.isSuccess && <Message kind="good">{request.data}</Message>}
      {request.isError && <Message kind="bad">{errorSentence(request.error)}</Message>}
      <Field label="Email" error={error}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="email"
            name="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={request.isPending}>
        {LABELS[kind]}
      </Button>
    </form>
  );
}
