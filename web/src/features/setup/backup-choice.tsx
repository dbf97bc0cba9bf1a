import { formatBytes, type auth } from '@larksong/contracts';

import { formatMoment, plural } from '../../lib/format.ts';
import type { Form } from '../../parts/use-form.ts';
import type { RestoreValues } from './check-restore.ts';

interface BackupChoiceProps {
  form: Form<RestoreValues, unknown>;
  backups: auth.FoundBackup[];
}

/** The backups that were found, the newest first. */
export function BackupChoice({ form, backups }: BackupChoiceProps) {
  return (
    <fieldset>
      <legend>Which one?</legend>
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
              {plural(backup.songs, 'song')}, {plural(backup.accounts, 'account')},{' '}
              {formatBytes(backup.sizeBytes)}, Larksong {backup.version}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
