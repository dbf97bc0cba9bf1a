import { auth, isBlank } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db, SiteTextName } from '../db/tables.ts';
import { trimFields } from '../users/trim-fields.ts';
import { toDefaultTexts, type Periods } from './default-texts.ts';
import { toSiteName } from './site-name.ts';
import { findSiteName, listSiteTexts, saveSiteText } from './store.ts';

const TEXTS = ['about', 'privacy', 'contact'] as const;

/** Registers the calls about the name of the site and the texts of the page for parents. */
export function registerSiteTexts(register: Register, { db, periods }: { db: Db; periods: Periods }): void {
  const readTexts = async () => {
    const written = await listSiteTexts(db);
    const defaults = toDefaultTexts(written.name ?? auth.DEFAULT_SITE_NAME, periods);
    const toShown = (name: SiteTextName) => ({
      content: written[name] ?? defaults[name],
      isDefault: written[name] === undefined,
    });
    const texts = { about: toShown('about'), privacy: toShown('privacy'), contact: toShown('contact') };
    return { texts: { name: toShown('name'), ...texts } };
  };

  register(auth.getSiteName, async () => ({ data: { name: await findSiteName(db) } }));

  register(auth.getSiteTexts, async () => ({ data: await readTexts() }));

  register(
    auth.putSiteTexts,
    async ({ body, record }) => {
      await db.transaction().execute(async (trx) => {
        const before = await listSiteTexts(trx);
        // As the form has them, which may change the name as well.
        const defaults = toDefaultTexts(await findSiteName(trx), periods);
        // A default itself is not stored, so that it follows later settings.
        const save = (name: SiteTextName, text: string) =>
          saveSiteText(trx, name, isBlank(text) || text === defaults[name] ? null : text);
        if (body.name !== undefined) await save('name', toSiteName(body.name));
        for (const name of TEXTS) await save(name, body[name].replaceAll(/\r\n?/g, '\n').trim());
        await record(trx, { action: 'site.texts', before, after: await listSiteTexts(trx) });
      });
      return { data: await readTexts() };
    },
    { prepareBody: (body) => trimFields(body, ['name']) },
  );
}
