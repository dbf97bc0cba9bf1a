import { status } from '@larksong/contracts';

import type { Finding } from './finding.ts';

/** Findings that follow from another one, whose remedy covers both. */
const CONSEQUENCES: Partial<Record<Finding['id'], Finding['id'][]>> = {
  'disk-full': ['storage-full', 'storage-nearly-full', 'database-broken', 'database-away', 'service-away'],
  'storage-full': ['disk-nearly-full', 'storage-nearly-full'],
  'storage-nearly-full': ['disk-nearly-full'],
  'setting-invalid': ['service-away'],
  'ffmpeg-unusable': ['no-worker', 'worker-vanished', 'worker-restarts', 'sandbox-off'],
  'clock-wrong': ['storage-away'],
  'redis-unusable': ['redis-away', 'redis-refused'],
  'loopback-missing': ['port-taken', 'setting-invalid', 'database-broken'],
  'data-folder-foreign': ['backup-place-unusable'],
  'data-folder-unusable': ['backup-place-unusable'],
  'database-read-only': [
    'no-worker',
    'worker-vanished',
    'queue-old',
    'service-restarts',
    'mails-failing',
    'units-failing',
  ],
  'launcher-paused': ['service-silent', 'database-away', 'redis-away'],
  'backup-place-unusable': ['backup-failed'],
};

/** What comes of a database that cannot be used as it is. */
const OF_UNUSABLE = [
  'service-away',
  'service-silent',
  'service-restarts',
  'migrations-pending',
] as const satisfies Finding['id'][];

/** Consequences for the same part of the site. */
const CONSEQUENCES_THERE: Partial<Record<Finding['id'], Finding['id'][]>> = {
  'database-broken': ['database-away'],
  'database-away': ['service-away', 'service-silent', 'service-restarts'],
  'database-refused': ['service-away', 'service-restarts'],
  'tables-missing': [...OF_UNUSABLE],
  'database-locked': [...OF_UNUSABLE, 'database-away'],
  'database-newer': ['service-away', 'service-restarts'],
};

/** Returns each finding once, without those that follow from others, the most severe first. */
export function mergeFindings(findings: Finding[]): Finding[] {
  const isConsequence = (finding: Finding) =>
    findings.some(
      ({ id, about }) =>
        CONSEQUENCES[id]?.includes(finding.id) ||
        (about === finding.about && CONSEQUENCES_THERE[id]?.includes(finding.id)),
    );
  const known = new Map(
    findings
      .filter((finding) => !isConsequence(finding))
      .map((finding) => [`${finding.id} ${finding.about}`, finding]),
  );
  const rank = ({ severity }: Finding) => status.SEVERITIES.indexOf(severity);
  return [...known.values()].toSorted((one, other) => rank(one) - rank(other));
}
