import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { ToldList } from './told-list.tsx';
import { useEdited } from './use-edited.ts';
import { WebhookForm } from './webhook-form.tsx';
import styles from './status.module.css';

/** For superadmins: who is told of problems of the site, and what was told. */
export function ToldPanel() {
  const t = useTexts();
  const query = useCall(auth.getTold, {}, { refetchOnWindowFocus: true });
  const told = query.data;
  return (
    <section className={styles.part} aria-labelledby="told">
      <h2 id="told">{t('telling.title')}</h2>
      {query.isError && !told && (
        <LoadFailed title={t('telling.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {told && (
        <>
          <RecipientsForm saved={told.recipients} hasMailServer={told.hasMailServer} />
          <WebhookForm url={told.webhook?.url ?? null} />
          <ToldList tellings={told.tellings} />
        </>
      )}
    </section>
  );
}

interface RecipientsProps {
  saved: auth.ToldRecipients;
  hasMailServer: boolean;
}

function RecipientsForm({ saved, hasMailServer }: RecipientsProps) {
  const t = useTexts();
  const edited = useEdited({ to: saved.to, typed: saved.addresses.join('\n') });
  const { values } = edited;
  const { to, typed } = values;
  const save = useSave();
  return (
    <form
      className="panel"
      aria-label={t('telling.title')}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ to, addresses: toAddresses(typed) }, { onSuccess: () => edited.settle(values) });
      }}
    >
      {save.error && <Message kind="bad">{errorSentence(save.error)}</Message>}
      <p>{t('telling.explain')}</p>
      {!hasMailServer && <Message kind="warn">{t('telling.no-mail-server')}</Message>}
      <Choices to={to} onChange={(chosen) => edited.change({ to: chosen })} />
      {to === 'addresses' && (
        <Addresses typed={typed} onChange={(changed) => edited.change({ typed: changed })} />
      )}
      <Button type="submit" busy={save.isPending}>
        {t('telling.save')}
      </Button>
    </form>
  );
}

function Choices({
  to,
  onChange,
}: {
  to: auth.ToldRecipients['to'];
  onChange: (to: auth.ToldRecipients['to']) => void;
}) {
  const t = useTexts();
  return (
    <fieldset>
      <legend className="sr-only">{t('telling.title')}</legend>
      {(['superadmins', 'addresses', 'nobody'] as const).map((value) => (
        <label key={value} className="choice">
          <input type="radio" name="told" checked={to === value} onChange={() => onChange(value)} />
          <span>
            {t(`telling.${value}`)}
            <small>{t(`telling.${value}-hint`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Addresses({ typed, onChange }: { typed: string; onChange: (typed: string) => void }) {
  const t = useTexts();
  return (
    <Field label={t('telling.addresses-field')}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          value={typed}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function useSave() {
  return useMutation({
    mutationFn: (body: auth.ToldRecipients) => call(auth.putTold, { body }),
    onSuccess: async () => {
      await invalidate(auth.getTold);
      saySaved();
    },
  });
}

/** Returns the addresses in a text, which stand in lines or between commas or semicolons. */
function toAddresses(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((address) => address !== '');
}
