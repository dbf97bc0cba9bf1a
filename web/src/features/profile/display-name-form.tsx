import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { updateUser } from '../auth/session.ts';

/** The limit of the contract, in Unicode characters. */
const MAX_LENGTH = 60;

export function DisplayNameForm({ user }: { user: auth.User }) {
  const form = useForm({
    defaults: { displayName: user.displayName ?? '' },
    check: ({ displayName }) => only('displayName', checkLength(displayName.trim())),
    send: async ({ displayName }) => {
      const body = { displayName: displayName.trim() || null };
      return (await call(auth.updateProfile, { body })).data.user;
    },
    onSent: (changed, { clear }) => {
      updateUser(changed);
      clear('displayName');
    },
  });
  const field = form.field('displayName');
  return (
    <section className="panel" aria-labelledby="display-name">
      <h2 id="display-name">Display name</h2>
      <form {...form.props} className="stack">
        {form.isSent && <Message kind="good">Your display name has been saved.</Message>}
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
        <Field
          label="Name shown to others"
          hint="Up to 60 characters. Leave it empty to show your username."
          error={form.errors.displayName}
        >
          {(control) => (
            <input
              {...control}
              {...field}
              type="text"
              dir="auto"
              autoComplete="off"
              onChange={(event) => {
                field.onChange(event);
                form.forget();
              }}
            />
          )}
        </Field>
        <div className="row">
          <Button type="submit" variant="plain" busy={form.isBusy}>
            Save
          </Button>
        </div>
      </form>
    </section>
  );
}

function checkLength(name: string): string | undefined {
  return Array.from(name).length > MAX_LENGTH ? 'A display name must have 1 to 60 characters.' : undefined;
}
