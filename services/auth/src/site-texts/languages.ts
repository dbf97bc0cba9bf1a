import { auth, because } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { findSiteLanguages, saveSiteLanguages } from './language-store.ts';

/** Registers the call that chooses the languages of the site. */
export function registerSiteLanguages(register: Register, { db }: { db: Db }): void {
  register(auth.putSiteLanguages, async ({ body, record }) => {
    if (!body.offered.includes(body.default))
      throw new AppError('VALIDATION_FAILED', because('site.default-not-offered'));
    const languages = await db.transaction().execute(async (trx) => {
      const before = await findSiteLanguages(trx);
      await saveSiteLanguages(trx, body);
      const after = await findSiteLanguages(trx);
      await record(trx, { action: 'site.languages', before, after });
      return after;
    });
    return { data: { languages } };
  });
}
