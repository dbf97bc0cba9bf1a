import { auth } from '@larksong/contracts';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { BackupChoice } from './backup-choice.tsx';
import { checkRestore, isBucket, toRestoreRequest, type RestoreValues } from './check-restore.ts';
import { Text } from './text.tsx';
import { TrustChoice } from './trust-choice.tsx';

const LOOK_EVERY_MS = 500;

const DEFAULTS: RestoreValues = {
  place: '',
  endpoint: '',
  accessKey: '',
  secretKey: '',
  passphrase: '',
  backup: '',
};

interface RestoreFormProps {
  code: string;
  /** Why the last restore failed. */
  failure: string | undefined;
  onTry: () => void;
  onStarted: (requestId: string) => void;
  onBack: () => void;
}

/** Asks where the backups are, lists them, and starts the restore of the chosen one. */
export function RestoreForm({ code, failure, onTry, onStarted, onBack }: RestoreFormProps) {
  const [listed, setListed] = useState<{ place: string; isTrusted: boolean; outcome: auth.RestoreOutcome }>();
  const [trusted, setTrusted] = useState('');
  // A list counts for the place of which it is, and so does the trust in it.
  const findListed = (values: RestoreValues) =>
    listed?.place === toKey(values) ? listed.outcome : undefined;
  const isTrusting = (values: RestoreValues) => trusted === toKey(values);
  const defaults: RestoreValues = { ...DEFAULTS, backup: listed?.outcome.backups[0]?.id ?? '' };
  const form = useForm({
    defaults,
    check: (values) => checkRestore(values, findListed(values)),
    send: async (values) => {
      const isTrusted = isTrusting(values);
      const isListed = canChoose(findListed(values)) && listed?.isTrusted === isTrusted;
      const chosen = isListed ? values.backup : null;
      const body = { code, ...toRestoreRequest(values, { backup: chosen, isTrusted }) };
      const { requestId } = (await call(auth.requestRestore, { body })).data;
      return chosen === null
        ? { place: toKey(values), isTrusted, outcome: await untilAnswered(requestId) }
        : { requestId };
    },
    onSubmit: onTry,
    onSent: (sent, { clear }) => {
      if (sent.requestId !== undefined) return onStarted(sent.requestId);
      clear('backup');
      setListed(sent);
    },
  });
  const { values } = form;
  const found = findListed(values);
  const canSend = canChoose(found) && listed?.isTrusted === isTrusting(values);
  const problem =
    found?.state === 'failed' ? found.sentence : form.error ? errorSentence(form.error) : failure;
  return (
    <form {...form.props} className="panel" aria-label="Bring back a backup">
      <h1>Bring back a backup</h1>
      <p>
        Accounts, songs, lists, the game and the site’s secrets come back as they were, in place of this new
        site. The site stops meanwhile. If anything goes wrong, it stays as it is now.
      </p>
      <Text
        form={form}
        name="place"
        label="Folder of the backups"
        hint="On this machine, such as /media/usb-disk/larksong; or s3://bucket/folder"
      />
      {isBucket(values) && (
        <>
          <Text
            form={form}
            name="endpoint"
            label="Address of the S3 server (optional)"
            hint="Such as https://s3.example; without one, as it is set where the site is started"
            type="url"
          />
          <Text form={form} name="accessKey" label="Access key" />
          <PasswordField
            label="Secret key"
            error={form.errors.secretKey}
            autoComplete="current-password"
            field={form.field('secretKey')}
          />
        </>
      )}
      {(found?.needsPassphrase || values.passphrase !== '') && (
        <PasswordField
          label="Passphrase"
          hint="These backups are encrypted."
          error={form.errors.passphrase}
          autoComplete="current-password"
          field={form.field('passphrase')}
        />
      )}
      {found?.needsTrust && (
        <TrustChoice
          why={found.sentence}
          isTrusted={isTrusting(values)}
          onChange={(isTrusted) => setTrusted(isTrusted ? toKey(values) : '')}
        />
      )}
      {canSend && <BackupChoice form={form} backups={found?.backups ?? []} />}
      {problem !== undefined && !form.isBusy && <Message kind="bad">{problem}</Message>}
      <Button type="submit" busy={form.isBusy}>
        {canSend ? 'Bring it back' : 'Find backups'}
      </Button>
      <Button variant="plain" onClick={onBack}>
        Set up a new site
      </Button>
    </form>
  );
}

function canChoose(found: auth.RestoreOutcome | undefined): boolean {
  return found?.state === 'done' && !found.needsPassphrase && found.backups.length > 0;
}

/** Returns what a list depends on. */
function toKey({ place, endpoint, accessKey, secretKey, passphrase }: RestoreValues): string {
  return JSON.stringify([place.trim(), endpoint, accessKey, secretKey, passphrase]);
}

async function untilAnswered(requestId: string): Promise<auth.RestoreOutcome> {
  for (;;) {
    const { restore } = (await call(auth.getRestore, { body: { requestId } })).data;
    if (restore.state !== 'waiting') return restore;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
