import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { useForm, type FieldErrors } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import styles from './panel.module.css';

/** The limit of the contract, in Unicode characters. */
const MAX_LENGTH = 300;
const HINT = 'Shown on every page within a minute. Leave it empty to take it down.';

/** For superadmins: the announcement on every page, and whether the site is read-only. */
export function AnnouncementPanel() {
  const query = useCall(auth.getAnnouncement, {}, { refetchOnWindowFocus: true });
  return (
    <section className={styles.panel} aria-labelledby="announcement">
      <h2 id="announcement">Announcement and maintenance</h2>
      {query.isError && (
        <LoadFailed
          title="The announcement could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <Form key={query.data.announcement?.startedAt ?? ''} announcement={query.data.announcement} />
      )}
    </section>
  );
}

interface Values {
  message: string;
  mode: 'open' | 'read-only';
}

function Form({ announcement }: { announcement: auth.Announcement | null }) {
  const form = useForm<Values, unknown>({
    defaults: {
      message: announcement?.message ?? '',
      mode: announcement?.isReadOnly ? 'read-only' : 'open',
    },
    check,
    send: ({ message, mode }) =>
      call(auth.putAnnouncement, { body: { message, isReadOnly: mode === 'read-only' } }),
    onSent: () => invalidate(auth.getAnnouncement),
  });
  const isOver = announcement !== null && form.values.mode === 'open' && form.values.message === '';
  return (
    <form {...form.props} className="panel" aria-label="Announcement and maintenance">
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      <Field label="Announcement" hint={HINT} error={form.errors.message}>
        {(control) => <textarea {...control} {...form.field('message')} rows={2} dir="auto" />}
      </Field>
      <Field
        label="Meanwhile"
        hint="Read-only: uploads, edits, likes and registrations are off, and people see this text instead. Watching and playing still work."
      >
        {(control) => (
          <select {...control} {...form.field('mode')}>
            <option value="open">People can use everything</option>
            <option value="read-only">The site is read-only</option>
          </select>
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        {isOver ? 'Take down' : 'Save'}
      </Button>
    </form>
  );
}

function check({ message }: Values): FieldErrors<Values> {
  return Array.from(message).length > MAX_LENGTH
    ? { message: 'An announcement can have at most 300 characters.' }
    : {};
}
