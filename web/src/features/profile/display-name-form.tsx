import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { updateUser } from '../auth/session.ts';

/** The limit of the contract, in Unicode characters. */
const MAX_LENGTH = 60;

export function DisplayNameForm({ user }: { user: auth.User }) {
  const t = useTexts();
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
      <h2 id="display-name">{t('display-name.title')}</h2>
      <form {...form.props} className="stack">
        {form.isSent && <Message kind="good">{t('display-name.saved')}</Message>}
        {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
        <Field label={t('display-name.label')} hint={t('display-name.hint')} error={form.errors.displayName}>
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
            {t('display-name.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function checkLength(name: string): string | undefined {
  return Array.from(name).length > MAX_LENGTH ? text('display-name.too-long') : undefined;
}
