import type { auth } from '@larksong/contracts';

import { formatBytes } from '../../lib/bytes.ts';
import { formatMoment } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import type { Form } from '../../parts/use-form.ts';
import type { RestoreValues } from './check-restore.ts';

interface BackupChoiceProps {
  form: Form<RestoreValues, unknown>;
  backups: auth.FoundBackup[];
}

/** The backups that were found, the newest first. */
export function BackupChoice({ form, backups }: BackupChoiceProps) {
  const t = useTexts();
  return (
    <fieldset>
      <legend>{t('restore.which')}</legend>
      {backups.map((backup) => (
        <label key={backup.id} className="choice">
          <input
            {...form.field('backup')}
            type="radio"
            value={backup.id}
            checked={form.values.backup === backup.id}
          />
          <span>
            {formatMoment(backup.createdAt)}
            <small>
              {t('restore.backup', {
                songs: backup.songs,
                accounts: backup.accounts,
                size: formatBytes(backup.sizeBytes),
                version: backup.version,
              })}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
