import { Type, type Static } from 'typebox';

import { Values } from './values.ts';

/** All kinds of findings. `FINDINGS` has their sentences; `docs/operations/status.md` explains each. */
export const FINDING_IDS = [
  // Services
  'service-away',
  'service-silent',
  'service-restarts',
  'versions-differ',
  'node-too-old',
  'memory-limit-small',
  'memory-nearly-full',
  'clock-wrong',
  'machine-overloaded',
  // Servers
  'database-away',
  'database-refused',
  'database-connections',
  'database-letters',
  'migrations-pending',
  'database-newer',
  'database-read-only',
  'database-locked',
  'tables-missing',
  'redis-away',
  'redis-refused',
  'redis-unprotected',
  'redis-evicts',
  // Storage
  'storage-away',
  'storage-denied',
  'storage-full',
  'storage-nearly-full',
  'storage-size-unknown',
  'quota-reached',
  'uploader-quota-reached',
  // Transcoding
  'no-worker',
  'worker-vanished',
  'worker-restarts',
  'sandbox-off',
  'queue-old',
  'queue-stuck',
  'videos-failing',
  'units-failing',
  'approvals-old',
  'comments-old',
  'comments-undecided',
  'flags-old',
  'sounds-waiting',
  // Mail
  'mail-not-configured',
  'mail-server-away',
  'mail-refused',
  'mails-failing',
  // Accounts and secrets
  'no-superadmin',
  'registrations-paused',
  'secret-weak',
  // Maintenance
  'read-only',
  'closed-open-registration',
  'texts-missing',
  // Address
  'public-url-local',
  'public-url-inside',
  'public-url-differs',
  'public-url-unreachable',
  'public-url-elsewhere',
  'https-not-in-public-url',
  'https-cookies-over-http',
  'proxy-unknown',
  'proxies-not-named',
  'certificate-expiring',
  'certificate-invalid',
  // Backups
  'backup-missing',
  'backup-old',
  'backup-failed',
  'backup-on-same-disk',
] as const;

/** `error`: something does not work; `warning`: something will fail or is unsafe; `hint`: something could be better. */
export const SEVERITIES = ['error', 'warning', 'hint'] as const;

/** A condition of the site that an operator should know about. */
export const Finding = Type.Object({
  id: Type.Unsafe<FindingId>({ type: 'string', enum: FINDING_IDS }),
  severity: Type.Unsafe<Severity>({ type: 'string', enum: SEVERITIES }),
  /** The part of the site it is about, such as a service or a worker; with `id` it identifies the finding. */
  about: Type.String(),
  /** States the problem, in English. */
  sentence: Type.String(),
  /** Says what to do about it, in English. */
  remedy: Type.String(),
  /** What the sentences of `FINDINGS` have placeholders for; missing in answers of older versions. */
  values: Type.Optional(Values),
});
export type Finding = Static<typeof Finding>;
export type FindingId = (typeof FINDING_IDS)[number];
export type Severity = (typeof SEVERITIES)[number];
