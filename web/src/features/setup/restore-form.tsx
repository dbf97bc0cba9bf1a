import { useTexts } from '../../lib/texts.ts';
import { englishWords, showWords } from '../../parts/server-words.ts';
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
  const t = useTexts();
  const restore = useRestoreForm({ code, onTry, onStarted });
  const { form, found, canRestore } = restore;
  const { values } = form;
  const problem = restore.problem ?? (failure && showWords(englishWords(failure)));
  return (
    <form {...form.props} className="panel" aria-label={t('restore.title')}>
      <h1>{t('restore.title')}</h1>
      <p>{t('restore.about')}</p>
      <Text form={form} name="place" label={t('restore.place')} hint={t('restore.place-hint')} />
      {isBucket(values) && (
        <>
          <Text
            form={form}
            name="endpoint"
            label={t('restore.server')}
            hint={t('restore.server-hint')}
            type="url"
          />
          <Text form={form} name="accessKey" label={t('restore.access-key')} />
          <PasswordField
            label={t('restore.secret-key')}
            error={form.errors.secretKey}
            autoComplete="current-password"
            field={form.field('secretKey')}
          />
        </>
      )}
      {(found?.needsPassphrase || values.passphrase !== '') && (
        <PasswordField
          label={t('restore.passphrase')}
          hint={t('restore.passphrase-hint')}
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
        {t(canRestore ? 'restore.submit' : 'restore.find')}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {t('restore.set-up-instead')}
      </Button>
    </form>
  );
}
