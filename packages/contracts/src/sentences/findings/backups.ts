import type { FindingSentences } from './finding-sentences.ts';

const RUN =
  'Make one now: npm run larksong -- backup FOLDER, or docker compose run --rm larksong backup FOLDER.';

export const BACKUP_FINDINGS = {
  'backup-missing': {
    sentence: 'There is no backup: if the disk fails, everything is lost.',
    remedy: `${RUN} Then set BACKUP_FOLDER to make one every night.`,
  },
  'backup-old': {
    sentence: 'The latest backup is {ageSeconds} old.',
    remedy: RUN,
  },
  'backup-failed': {
    sentence: 'The latest backup failed: {problem}',
    remedy: `Fix the cause. ${RUN}`,
  },
  'backup-on-same-disk': {
    sentence: 'The backup is on the same disk as the site, and is lost together with it.',
    remedy: 'Set BACKUP_FOLDER to another disk, to a folder of another machine, or to an S3 bucket.',
  },
} as const satisfies FindingSentences;
