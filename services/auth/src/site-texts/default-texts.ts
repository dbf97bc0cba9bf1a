import { auth } from '@larksong/contracts';
import type { Translate } from '@larksong/languages';

import type { SiteTextName } from '../db/tables.ts';

/** The settings that the texts state. */
export interface Periods {
  sessionDays: number;
  knownPlaceDays: number;
  /** Days for which changes by superadmins are recorded. */
  auditDays: number;
}

/** Returns the texts of a site whose superadmins have not written any. They must be true for every such site. */
export function toDefaultTexts(
  siteName: string,
  periods: Periods,
  t: Translate,
): Record<SiteTextName, string> {
  const { sessionDays, knownPlaceDays, auditDays } = periods;
  return {
    name: auth.DEFAULT_SITE_NAME,
    about: toText(t('site.about', { siteName }), t('site.about-nobody')),
    privacy: toText(
      t('site.privacy-visitors'),
      t('site.privacy-accounts'),
      t('site.privacy-sign-ins', { sessionDays, knownPlaceDays }),
      t('site.privacy-logs'),
      t('site.privacy-changes', { auditDays }),
    ),
    contact: t('site.contact-nobody'),
  };
}

function toText(...paragraphs: string[]): string {
  return paragraphs.join('\n\n');
}
