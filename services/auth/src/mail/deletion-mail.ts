import type { Translate } from '@larksong/languages';

import type { DeletionRow } from '../db/people-tables.ts';
import type { DeletionMailKind, UserRow } from '../db/tables.ts';
import { layOut, type Mail } from './layout.ts';

/**
 * Returns the mail that tells the owner of an account that a superadmin is going to delete it, or that it stays after all;
 * undefined if that is no longer so.
 */
export function composeAboutDeletion(
  { kind, user, deletion }: { kind: DeletionMailKind; user: UserRow; deletion: DeletionRow | undefined },
  { publicUrl, siteName }: { publicUrl: string; siteName: string },
  t: Translate,
): Mail | undefined {
  const frame = { siteName, name: user.display_name ?? user.username };
  if (kind === 'deletion-planned') {
    if (!deletion) return undefined;
    return layOut(
      {
        ...frame,
        subject: t('mail.deletion-planned.subject', { siteName }),
        lead: t('mail.deletion-planned.lead', { siteName, date: formatDay(deletion.due_at, t) }),
        link: new URL('/for-parents', publicUrl).href,
        button: t('mail.deletion-planned.button'),
        note: t('mail.deletion-planned.note'),
      },
      t,
    );
  }
  if (deletion) return undefined;
  return layOut(
    {
      ...frame,
      subject: t('mail.deletion-undone.subject', { siteName }),
      lead: user.disabled_at
        ? t('mail.deletion-undone.lead-disabled', { siteName })
        : t('mail.deletion-undone.lead', { siteName }),
      link: new URL('/', publicUrl).href,
      button: t('mail.deletion-undone.button'),
      note: t('mail.deletion-undone.note'),
    },
    t,
  );
}

function formatDay(date: Date, t: Translate): string {
  return new Intl.DateTimeFormat(t.language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
