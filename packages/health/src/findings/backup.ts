import type { status } from '@larksong/contracts';

import { formatTime, type Rule } from './facts.ts';

/** A backup is made every night, and may take or wait two hours. */
const DUE_MS = 26 * 3_600_000;

const RUN =
  'Make one now: npm run larksong -- backup FOLDER, or docker compose run --rm larksong backup FOLDER.';

const backup: Rule = ({ auth, now }) => {
  const last = auth?.figures?.backup;
  if (!last) return [];
  const findings: status.Finding[] = [];
  const add = (id: status.Finding['id'], severity: status.Severity, sentence: string, remedy: string) =>
    findings.push({ id, severity, about: 'backup', sentence, remedy });
  if (last.lastProblem !== null)
    add('backup-failed', 'error', `The latest backup failed: ${last.lastProblem}`, `Fix the cause. ${RUN}`);
  if (last.lastDoneAt === null) {
    if (last.lastProblem === null)
      add(
        'backup-missing',
        'warning',
        'There is no backup: if the disk fails, everything is lost.',
        `${RUN} Then set BACKUP_FOLDER to make one every night.`,
      );
    return findings;
  }
  const ageMs = now.getTime() - Date.parse(last.lastDoneAt);
  if (ageMs > DUE_MS)
    add('backup-old', 'warning', `The latest backup is ${formatTime(ageMs / 1000)} old.`, RUN);
  if (last.isOnSameDisk)
    add(
      'backup-on-same-disk',
      'warning',
      'The backup is on the same disk as the site, and is lost together with it.',
      'Set BACKUP_FOLDER to another disk, to a folder of another machine, or to an S3 bucket.',
    );
  return findings;
};

export const backupRules: Rule[] = [backup];
