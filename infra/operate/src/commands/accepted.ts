import type { Accepted } from '../vault/open-vault.ts';

/** Options of the commands that read backups. */
export const ACCEPTED_OPTIONS = {
  'not-encrypted': { type: 'boolean' },
  'from-before': { type: 'boolean' },
} as const;

export const ACCEPTED_USAGE = '[--not-encrypted] [--from-before]';

/** Lines for the details of these commands. */
export const ACCEPTED_DETAILS = `With BACKUP_PASSPHRASE, only backups that were made with it count. If nobody else could write to FOLDER:
  --not-encrypted      accept backups that are not encrypted
  --from-before        accept encrypted backups of a Larksong that did not protect them against changes yet`;

/** Returns the kinds of backups that these options accept. */
export function toAccepted(values: { 'not-encrypted'?: boolean; 'from-before'?: boolean }): Accepted {
  return {
    isPlainAccepted: values['not-encrypted'] === true,
    isFromBeforeAccepted: values['from-before'] === true,
  };
}
