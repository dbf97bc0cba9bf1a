import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { updateUser } from '../auth/session.ts';

/** What the contract allows, in characters as people count them. */
const LONGEST = 60;

export function DisplayNameForm({ user }: { user: auth.User }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const name = typed ?? user.displayName ?? '';
  const change = useMutation({
    mutationFn: (displayName: string | null) => call(auth.updateProfile, { body: { displayName } }),
    onSuccess: ({ data }) => {
      updateUser(data.user);
      setTyped(null);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.reset();
    const trimmed = name.trim();
    const found = Array.from(trimmed).length > LONGEST ? 'A display name has 1 to 60 characters.' : undefined;
    setError(found);
    if (found === undefined) change.mutate(trimmed === '' ? null : trimmed);
    else input.current?.focus();
  };
  return (
    <section className="panel" aria-labelledby="display-name">
      <h2 id="display-name">Display name</h2>
      <form className="stack" noValidate onSubmit={submit}>
        {change.isSuccess && <Message kind="good">Your display name is saved.</Message>}
        {change.isError && <Message kind="bad">{errorSentence(change.error)}</Message>}
        <Field
          label="Name shown to others"
          hint="Up to 60 characters. Leave it empty to show your username."
          error={error}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              type="text"
              name="displayName"
              autoComplete="off"
              value={name}
              onChange={(event) => {
                setTyped(event.target.value);
                setError(undefined);
                if (!change.isPending) change.reset();
              }}
            />
          )}
        </Field>
        <div className="row">
          <Button type="submit" variant="plain" busy={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </section>
  );
}
