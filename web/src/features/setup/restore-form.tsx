import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { BackupChoice } from './backup-choice.tsx';
import { isBucket } from './check-restore.ts';
import { Text } from './text.tsx';
import { TrustChoice } from './trust-choice.tsx';
import { useRestoreForm } from './use-restore-form.ts';

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
  const restore = useRestoreForm({ code, onTry, onStarted });
  const { form, found, canRestore } = restore;
  const { values } = form;
  const problem = restore.problem ?? failure;
  return (
    <form {...form.props} className="panel" aria-label="Restore a backup">
      <h1>Restore a backup</h1>
      <p>
        Accounts, songs, lists, the game and the site’s secrets are restored as they were and replace this new
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
            hint="Such as https://s3.example; by default the one set where the site is started"
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
        <TrustChoice why={found.sentence} isTrusted={restore.isTrusting} onChange={restore.trust} />
      )}
      {canRestore && <BackupChoice form={form} backups={found?.backups ?? []} />}
      {problem !== undefined && !form.isBusy && <Message kind="bad">{problem}</Message>}
      <Button type="submit" busy={form.isBusy}>
        {canRestore ? 'Restore' : 'Find backups'}
      </Button>
      <Button variant="plain" onClick={onBack}>
        Set up a new site
      </Button>
    </form>
  );
}
