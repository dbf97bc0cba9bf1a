import type { status } from '@larksong/contracts';

/** Warnings of which somebody is told as of errors: what fails unnoticed, and is missed when it is too late. */
const TOLD_WARNINGS = /^(?:backup|certificate|mail|mails|storage|quota|disk)-/;

/** Returns whether somebody is told of a problem: of each error, and of warnings about backups, certificate, disk, mail. */
export function isTold({ id, severity }: Pick<status.Finding, 'id' | 'severity'>): boolean {
  return severity === 'error' || (severity === 'warning' && TOLD_WARNINGS.test(id));
}
