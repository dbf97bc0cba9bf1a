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
  'caddy-missing': 'Install Caddy, or use your own proxy: see docs/operations/https.md.',
  'redis-unusable': 'Correct REDIS_URL, or remove it: npm start then starts its own Redis.',
  'redis-unsaved': 'Set appendonly yes in /etc/redis/redis.conf and restart it.',
} satisfies Partial<Record<Finding['id'], string>>;

/** The findings of startup steps. */
type LocalId = keyof typeof REMEDIES;

/** Remedies by what the system or Postgres has said, which are better than those for the kind of finding. */
const BY_CAUSE: [RegExp, string][] = [
  [
    /shared memory/i,
    'Give /dev/shm more room: sudo mount -o remount,size=256M /dev/shm (in a container, shm_size: 256m).',
  ],
  [
    /spawn \S+ EACCES/,
    'This user may not run programs from the folder of Larksong. If its disk is mounted with noexec (findmnt -T FOLDER shows it), mount it with exec, or move Larksong to another disk.',
  ],
  [
    /spawn \S+ ENOENT/,
    'A program of Larksong is missing. Remove the folder node_modules of Larksong, and run npm start, which installs its packages again.',
  ],
];

/** What Postgres has said when it ended. */
const LAST_WORDS = /(?:FATAL|PANIC|postgres):\s+(?!terminating|the database system is)(.+)/;

/**
 * Returns the finding for a failed startup step. If the failure itself says what to do, that replaces the usual remedy.
 */
export function toFinding(id: LocalId, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  // A problem says what is wrong in its first sentence, and what to do in the others. Output of programs is not advice.
  const [, first = message, rest = ''] = /^(.+?[.)])\s+([A-Z][^]*)$/.exec(message) ?? [];
  const hasAdvice = error instanceof Problem && rest !== '' && !rest.includes('\n');
  const [, words] = message.includes('\n') ? (LAST_WORDS.exec(message) ?? []) : [];
  const [, remedy] = BY_CAUSE.find(([cause]) => cause.test(message)) ?? [];
  return {
    id,
    severity: 'error',
    about: id,
    sentence: words ? `The database does not start: ${words}.` : hasAdvice ? first : message,
    remedy: remedy ?? (hasAdvice ? rest : REMEDIES[id]),
  };
}
