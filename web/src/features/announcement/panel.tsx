import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { useForm, type FieldErrors } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { ReadOnlySwitch } from './read-only-switch.tsx';
import styles from './panel.module.css';

/** The limit of the contract, in Unicode characters. */
const MAX_LENGTH = 300;

/** For superadmins: the announcement on every page, and whether the site is read-only. */
export function AnnouncementPanel() {
  const t = useTexts();
  const query = useCall(auth.getAnnouncement, {}, { refetchOnWindowFocus: true });
  const { data } = query;
  return (
    <section className={styles.panel} aria-labelledby="announcement">
      <h2 id="announcement">{t('announcement.title')}</h2>
      {query.isError && (
        <LoadFailed
          title={t('announcement.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && (
        <>
          <AnnouncementForm shown={auth.toWrittenMessage(data.announcement)} />
          <ReadOnlySwitch announcement={data.announcement} />
        </>
      )}
    </section>
  );
}

/** The state of the form of the announcement: saving it, and taking it down. */
function useAnnouncementForm(shown: string) {
  const takeDown = useMutation({
    mutationFn: async () => {
      await call(auth.putAnnouncement, { body: { message: '' } });
      await invalidate(auth.getAnnouncement);
    },
  });
  const form = useForm({
    defaults: { message: shown },
    check,
    send: ({ message }) => call(auth.putAnnouncement, { body: { message } }),
    onSubmit: () => takeDown.reset(),
    onSent: async (_, { clear }) => {
      await invalidate(auth.getAnnouncement);
      clear('message');
    },
  });
  const pressTakeDown = () => {
    form.forget();
    takeDown.mutate(undefined, { onSuccess: () => form.clear('message') });
  };
  return { form, takeDown, pressTakeDown };
}

function AnnouncementForm({ shown }: { shown: string }) {
  const t = useTexts();
  const { form, takeDown, pressTakeDown } = useAnnouncementForm(shown);
  const field = form.field('message');
  const error = form.error ?? takeDown.error;
  return (
    <form {...form.props} className="panel" aria-label={t('announcement.form')}>
      {error && <Message kind="bad">{errorSentence(error)}</Message>}
      <Field label={t('announcement.label')} hint={t('announcement.hint')} error={form.errors.message}>
        {(control) => (
          <textarea
            {...control}
            {...field}
            rows={2}
            dir="auto"
            onChange={(event) => {
              field.onChange(event);
              form.forget();
              takeDown.reset();
            }}
          />
        )}
      </Field>
      {form.isSent && <Message kind="good">{t('announcement.saved')}</Message>}
      {takeDown.isSuccess && <Message kind="good">{t('announcement.taken-down')}</Message>}
      <div className="row">
        <Button type="submit" busy={form.isBusy}>
          {t('announcement.save')}
        </Button>
        {shown !== '' && (
          <Button variant="plain" busy={takeDown.isPending} onClick={pressTakeDown}>
            {t('announcement.take-down')}
          </Button>
        )}
      </div>
    </form>
  );
}

function check({ message }: { message: string }): FieldErrors<{ message: string }> {
  return Array.from(message).length > MAX_LENGTH
    ? { message: text('announcement.too-long', { limit: MAX_LENGTH }) }
    : {};
}
