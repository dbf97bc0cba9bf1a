import type { auth } from '@larksong/contracts';
import { seal, unseal } from '@larksong/service-kit';

import type { Db, SiteSettingName, Trx } from '../db/tables.ts';

interface SiteSettings {
  registration: auth.Registration;
  mail: auth.MailServer;
}

/** Returns a setting that was made in the browser, or undefined. `key` is derived from AUTH_SECRET. */
export async function findSiteSetting<Name extends SiteSettingName>(
  db: Db,
  key: Buffer,
  name: Name,
): Promise<SiteSettings[Name] | undefined> {
  const row = await db
    .selectFrom('site_settings')
    .select('sealed_content')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && (JSON.parse(unseal(row.sealed_content, key, name)) as SiteSettings[Name]); // as saved below
}

/** Saves a setting; null removes it. */
export async function saveSiteSetting<Name extends SiteSettingName>(
  trx: Trx,
  key: Buffer,
  name: Name,
  value: SiteSettings[Name] | null,
): Promise<void> {
  await trx.deleteFrom('site_settings').where('name', '=', name).execute();
  if (value === null) return;
  const sealed = seal(JSON.stringify(value), key, name);
  await trx.insertInto('site_settings').values({ name, sealed_content: sealed }).execute();
}
