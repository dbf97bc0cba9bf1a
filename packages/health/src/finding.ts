import type { status } from '@larksong/contracts';
import { FINDINGS, type FindingValues } from '@larksong/contracts/sentences';
import { say } from '@larksong/service-kit/sentences';

/** Kinds of findings beyond those of the status page; `docs/operations/doctor.md` explains each. */
export const DOCTOR_IDS = [
  'setting-invalid',
  'setting-unknown',
  'setting-without-effect',
  'caddy-missing',
  'data-folder-foreign',
  'data-folder-newer',
  'data-folder-unusable',
  'secrets-missing',
  'secrets-readable',
  'no-site',
  'disk-full',
  'disk-nearly-full',
  'port-taken',
  'processes-left',
  'database-broken',
  'redis-missing',
  'redis-unusable',
  'redis-unsaved',
  'ffmpeg-unusable',
  'backup-place-unusable',
  'limit-low',
  'system-too-old',
  'loopback-missing',
  'launcher-paused',
] as const;
export type DoctorId = (typeof DOCTOR_IDS)[number];

/** A finding of the status page, or one that only `doctor` can have, for which there is no translation. */
export interface Finding extends Omit<status.Finding, 'id'> {
  id: status.FindingId | DoctorId;
}

/** Returns a finding of the status page with its sentences; its values are what they have placeholders for. */
export function toFinding<Id extends status.FindingId>(
  of: { id: Id; severity: status.Severity; about: string },
  values: FindingValues<Id>,
): status.Finding {
  const { sentence, remedy } = FINDINGS[of.id];
  return { ...of, sentence: say(sentence, values), remedy: say(remedy, values), values };
}

/** Settings that a backup has, and that may be random. */
const SECRETS = ['AUTH_SECRET', 'INTERNAL_TOKEN', 'STREAM_COOKIE_SECRET', 'LINK_SECRET'];

/** Returns the finding for a setting that the services, or backups, refuse; `problem` continues its name. */
export function invalidSetting(name: string, problem: string): Finding {
  const isOfBackups = name.startsWith('BACKUP_');
  const lostSecret = SECRETS.includes(name)
    ? ' A lost secret is in a backup; a new one is made by openssl rand -hex 32.'
    : '';
  return {
    id: 'setting-invalid',
    severity: 'error',
    about: name,
    sentence: `The setting ${name} ${problem}; ${isOfBackups ? 'no backup is made' : 'the services that need it do not start'}.`,
    remedy: isOfBackups
      ? `Correct ${name}, as docs/operations/backup.md describes it, and start the site again.`
      : `Correct ${name}, as docs/operations/configuration.md describes it, and start the site again.${lostSecret}`,
  };
}
