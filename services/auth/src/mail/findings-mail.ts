import type { Translate } from '@larksong/languages';

import type { UserRow } from '../db/tables.ts';
import type { TellingRow } from '../db/told-tables.ts';
import { findingWords } from './finding-words.ts';
import { layOut, type Mail } from './layout.ts';

/** Returns the mail that tells which problems of the site have stood for an hour, and which have ended. */
export function composeFindings(
  { began, ended }: Pick<TellingRow, 'began' | 'ended'>,
  { publicUrl, siteName, name }: { publicUrl: string; siteName: string; name: string | undefined },
  t: Translate,
): Mail {
  const isOver = began.length === 0;
  const subject = isOver
    ? t('mail.findings.subject-ended', { siteName, count: ended.length })
    : t('mail.findings.subject', { siteName, count: began.length });
  return layOut(
    {
      siteName,
      subject,
      name,
      lead: isOver ? t('mail.findings.lead-ended') : t('mail.findings.lead'),
      groups: [
        {
          sentence: t('mail.findings.began'),
          lines: began.map((finding) => findingWords(finding, 'both', t)),
        },
        {
          sentence: t('mail.findings.ended'),
          lines: ended.map((finding) => findingWords(finding, 'sentence', t)),
        },
      ].filter(({ lines }) => lines.length > 0),
      link: new URL('/status', publicUrl).href,
      button: t('mail.findings.button'),
      note: t('mail.findings.note'),
    },
    t,
  );
}

/** Returns whether somebody is still to be told: at an address that was chosen, or as a superadmin. */
export function mayBeTold(
  { recipients }: Pick<TellingRow, 'recipients'>,
  { email, user }: { email: string; user: UserRow | undefined },
): boolean {
  return recipients.some((one) =>
    'address' in one
      ? one.address === email
      : one.userId === user?.id && user.role === 'superadmin' && user.disabled_at === null,
  );
}
