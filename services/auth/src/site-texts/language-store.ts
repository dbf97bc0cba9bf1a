import { auth, LANGUAGES, type Language } from '@larksong/contracts';

import type { Db, Trx } from '../db/tables.ts';

/** Returns the languages that the site offers, and its default. */
export async function findSiteLanguages(db: Db): Promise<auth.SiteLanguages> {
  const row = await db
    .selectFrom('site_languages')
    .select(['default_language as default', 'offered'])
    .executeTakeFirst();
  return row ?? auth.DEFAULT_LANGUAGES;
}

/** Saves the languages of the site in the order of all languages, each once. */
export async function saveSiteLanguages(trx: Trx, chosen: auth.SiteLanguages): Promise<void> {
  const row = {
    default_language: chosen.default,
    offered: LANGUAGES.filter((language) => chosen.offered.includes(language)),
  };
  await trx
    .insertInto('site_languages')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only_row').doUpdateSet(row))
    .execute();
}

/** Returns the language of an account's mails: its own, or the default of the site; that also for a missing account. */
export async function languageFor(
  db: Db,
  user: { language: Language | null } | undefined,
): Promise<Language> {
  return user?.language ?? (await findSiteLanguages(db)).default;
}
