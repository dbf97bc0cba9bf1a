import type { status } from '@larksong/contracts';

/** Warnings of which somebody is told as of errors: what fails unnoticed, and is missed when it is too late. */
const TOLD_WARNINGS = /^(?:backup|certificate|mail|mails|storage|quota|worker-vanished)(?:-|$)/;

/** Returns whether somebody is told of a problem: of each error, and of warnings about backups, certificate, disk, mail, workers. */
export function isTold({ id, severity }: Pick<status.Finding, 'id' | 'severity'>): boolean {
  return severity === 'error' || (severity === 'warning' && TOLD_WARNINGS.test(id));
}

/** Problems that are not found while others stand: worse ones of the same kind, or those that hide them. */
const HIDDEN_BY: Partial<Record<string, readonly status.FindingId[]>> = {
  'storage-nearly-full': ['storage-full', 'storage-away'],
  'storage-full': ['storage-away'],
  'backup-old': ['backup-missing'],
  'certificate-expiring': ['certificate-invalid', 'public-url-unreachable', 'public-url-elsewhere'],
  'certificate-invalid': ['public-url-unreachable', 'public-url-elsewhere'],
  'mails-failing': ['mail-server-away', 'mail-refused'],
  'worker-vanished': ['no-worker'],
};

/** Returns whether a problem may still stand unseen, hidden by others that stand. */
export function isHidden(id: string, standing: ReadonlySet<string>): boolean {
  return HIDDEN_BY[id]?.some((other) => standing.has(other)) ?? false;
}
