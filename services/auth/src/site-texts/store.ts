import { auth, type Language } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, SiteTextName, Trx } from '../db/tables.ts';

/** Returns the texts that superadmins have written. */
export async function listSiteTexts(db: Db): Promise<Partial<Record<SiteTextName, string>>> {
  const rows = await db.selectFrom('site_texts').select(['name', 'content']).execute();
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** Returns the texts that superadmins have written in another language than the default of the site. */
export async function listTranslatedTexts(
  db: Db,
  language: Language,
): Promise<Partial<Record<SiteTextName, string>>> {
  const rows = await db
    .selectFrom('site_text_translations')
    .select(['name', 'content'])
    .where('language', '=', language)
    .execute();
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** Saves a text in another language than the default of the site; null removes it. */
export async function saveTranslatedText(
  trx: Trx,
  text: { name: Exclude<SiteTextName, 'name'>; language: Language },
  content: string | null,
): Promise<void> {
  if (content === null) {
    await trx
      .deleteFrom('site_text_translations')
      .where('name', '=', text.name)
      .where('language', '=', text.language)
      .execute();
    return;
  }
  await trx
    .insertInto('site_text_translations')
    .values({ ...text, content })
    .onConflict((conflict) => conflict.columns(['name', 'language']).doUpdateSet({ content }))
    .execute();
}

/** Returns the name of the site. */
export async function findSiteName(db: Db): Promise<string> {
  const row = await db
    .selectFrom('site_texts')
    .select('content')
    .where('name', '=', 'name')
    .executeTakeFirst();
  return row?.content ?? auth.DEFAULT_SITE_NAME;
}

/** Saves a text; null removes it. */
export async function saveSiteText(trx: Trx, name: SiteTextName, content: string | null): Promise<void> {
  if (content === null) {
    await trx.deleteFrom('site_texts').where('name', '=', name).execute();
    return;
  }
  await trx
    .insertInto('site_texts')
    .values({ name, content })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ content, updated_at: sql`now()` }))
    .execute();
}
