import type { Finding } from '@larksong/operate/doctor';

import { Problem } from '../host/problem.ts';

/** The remedies for sentences that do not contain one. */
const REMEDIES = {
  'setting-invalid':
    'Correct the setting, as docs/operations/configuration.md describes it, and start the site again.',
  'data-folder-foreign':
    'Start the site as that user, or give the folder to this one: sudo chown -R "$USER" FOLDER.',
  'data-folder-newer': 'Update Larksong, or restore a backup from before the update.',
  'data-folder-unusable':
    'Give the folder back to the user of the site, and see that its disk is mounted for writing and without errors (dmesg). If files are damaged, restore a backup.',
  'secrets-missing':
    'Put secrets.json back, or restore a backup, which has the secrets, into a new DATA_DIR.',
  'port-taken': 'End the other program, or choose another port: PORT=8090 npm start.',
  'database-broken':
    'Read logs/postgres.log in the data folder. If files of the database are damaged, restore a backup into a new DATA_DIR.',
  'redis-missing': 'Install it: sudo apt-get install redis-server.',
  'redis-unsaved': 'Set appendonly yes in /etc/redis/redis.conf and restart it.',
} satisfies Partial<Record<Finding['id'], string>>;

/** The findings of startup steps. */
type LocalId = keyof typeof REMEDIES;

/**
 * Returns the finding for a failed startup step. If the failure itself says what to do, that replaces the usual remedy.
 */
export function toFinding(id: LocalId, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  // A problem says what is wrong in its first sentence, and what to do in the others. Output of programs is not advice.
  const [, first = message, rest = ''] = /^(.+?[.)])\s+([A-Z][^]*)$/.exec(message) ?? [];
  const hasAdvice = error instanceof Problem && rest !== '' && !rest.includes('\n');
  return {
    id,
    severity: 'error',
    about: id,
    sentence: hasAdvice ? first : message,
    remedy: hasAdvice ? rest : REMEDIES[id],
  };
}
