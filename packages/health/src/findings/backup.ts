import type { status } from '@larksong/contracts';

import { toFinding } from '../finding.ts';
import type { Rule } from './facts.ts';

/** A backup is made every night, and may take or wait two hours. */
const DUE_MS = 26 * 3_600_000;

const about = 'backup';

const backup: Rule = ({ auth, now }) => {
  const last = auth?.figures?.backup;
  if (!last) return [];
  const { lastDoneAt, lastProblem: problem } = last;
  const findings: status.Finding[] = [];
  if (problem !== null)
    findings.push(toFinding({ id: 'backup-failed', severity: 'error', about }, { problem }));
  if (lastDoneAt === null)
    return problem === null
      ? [toFinding({ id: 'backup-missing', severity: 'warning', about }, {})]
      : findings;
  const ageMs = now.getTime() - Date.parse(lastDoneAt);
  if (ageMs > DUE_MS)
    findings.push(toFinding({ id: 'backup-old', severity: 'warning', about }, { ageSeconds: ageMs / 1000 }));
  if (last.isOnSameDisk)
    findings.push(toFinding({ id: 'backup-on-same-disk', severity: 'warning', about }, {}));
  return findings;
};

export const backupRules: Rule[] = [backup];
