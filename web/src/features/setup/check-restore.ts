import { auth } from '@larksong/contracts';

import { text } from '../../lib/texts.ts';
import { textRulesOf } from '../../parts/text-rules.ts';
import type { FieldErrors } from '../../parts/use-form.ts';
import { errorOf } from './check-setup.ts';

export interface RestoreValues extends Record<string, string> {
  place: string;
  endpoint: string;
  accessKey: string;
  secretKey: string;
  passphrase: string;
  backup: string;
}

const rules = textRulesOf(auth.requestRestore.body.properties);

/** Returns the errors to correct before the backups are listed, or one is restored. */
export function checkRestore(
  values: RestoreValues,
  found: auth.RestoreOutcome | undefined,
): FieldErrors<RestoreValues> {
  const isMissing = found?.needsPassphrase === true && values.passphrase === '';
  return {
    ...errorOf('place', values.place.trim(), rules.place),
    ...(isBucket(values) && values.endpoint.trim() !== '' ? checkServer(values) : {}),
    ...(isMissing ? { passphrase: text('restore.missing-passphrase') } : {}),
    ...errorOf('passphrase', values.passphrase, rules.passphrase),
  };
}

function checkServer({ endpoint, accessKey, secretKey }: RestoreValues): FieldErrors<RestoreValues> {
  return {
    ...(/^https?:\/\/\S+$/.test(endpoint.trim()) ? {} : { endpoint: text('restore.missing-server') }),
    ...(accessKey === '' ? { accessKey: text('restore.missing-access-key') } : {}),
    ...(secretKey === '' ? { secretKey: text('restore.missing-secret-key') } : {}),
  };
}

/** Returns whether the backups are on an S3 server. */
export function isBucket({ place }: RestoreValues): boolean {
  return place.trim().startsWith('s3://');
}

/** Returns the request for a backup, or for a list of them if it is null. */
export function toRestoreRequest(
  values: RestoreValues,
  { backup, isTrusted }: { backup: string | null; isTrusted: boolean },
): auth.RestoreRequest {
  const endpoint = values.endpoint.trim();
  const { accessKey, secretKey, passphrase } = values;
  const server = isBucket(values) && endpoint !== '' ? { endpoint, accessKey, secretKey } : null;
  return { place: values.place.trim(), passphrase, server, backup, ...(isTrusted && { isTrusted }) };
}
