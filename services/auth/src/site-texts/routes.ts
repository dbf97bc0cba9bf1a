import { auth, isBlank, type Language } from '@larksong/contracts';
import { createTexts } from '@larksong/languages';
import type { Register } from '@larksong/service-kit';

import type { Db, SiteTextName } from '../db/tables.ts';
import { trimFields } from '../users/trim-fields.ts';
import { toDefaultTexts, type Periods } from './default-texts.ts';
import { findSiteLanguages } from './language-store.ts';
import { toSiteName } from './site-name.ts';
import {
  findSiteName,
  listSiteTexts,
  listTranslatedTexts,
  saveSiteText,
  saveTranslatedText,
} from './store.ts';

const TEXTS = ['about', 'privacy', 'contact'] as const;

const textsIn = createTexts('mails');

/** Registers the calls about the name of the site and the texts of the page for parents. */
export function registerSiteTexts(register: Register, { db, periods }: { db: Db; periods: Periods }): void {
  register(auth.getSiteName, async () => ({
    data: { name: await findSiteName(db), languages: await findSiteLanguages(db) },
  }));

  register(auth.getSiteTexts, async ({ query }) => ({
    data: { texts: await readTexts(db, periods, query.language) },
  }));

  register(
    auth.putSiteTexts,
    async ({ body, record }) => {
      await db.transaction().execute(async (trx) => {
        const { default: main } = await findSiteLanguages(trx);
        const language = body.language ?? main;
        const list = () => (language === main ? listSiteTexts(trx) : listTranslatedTexts(trx, language));
        const before = await list();
        // As the form has them, which may change the name as well.
        const defaults = toDefaultTexts(await findSiteName(trx), periods, textsIn(language));
        // A default itself is not stored, so that it follows later settings.
        const toStored = (name: SiteTextName, text: string) =>
          isBlank(text) || text === defaults[name] ? null : text;
        if (body.name !== undefined) await saveSiteText(trx, 'name', toStored('name', toSiteName(body.name)));
        for (const name of TEXTS) {
          const text = toStored(name, body[name].replaceAll(/\r\n?/g, '\n').trim());
          if (language === main) await saveSiteText(trx, name, text);
          else await saveTranslatedText(trx, { name, language }, text);
        }
        const change = { action: 'site.texts' as const, before, after: await list() };
        await record(trx, language === main ? change : { ...change, subject: { id: language } });
      });
      return { data: { texts: await readTexts(db, periods, body.language) } };
    },
    { prepareBody: (body) => trimFields(body, ['name']) },
  );
}

/**
 * Returns the texts in a language: as they were written in it, or else in the default language of the site, or else the
 * built-in ones.
 */
async function readTexts(db: Db, periods: Periods, wanted: Language | undefined): Promise<auth.SiteTexts> {
  const { default: main } = await findSiteLanguages(db);
  const language = wanted ?? main;
  const written = await listSiteTexts(db);
  const translated = language === main ? written : await listTranslatedTexts(db, language);
  const siteName = written.name ?? auth.DEFAULT_SITE_NAME;
  const defaults = toDefaultTexts(siteName, periods, textsIn(language));
  const toShown = (name: SiteTextName): auth.SiteText => {
    const content = translated[name];
    if (content !== undefined) return { content, language, isDefault: false };
    const fallback = written[name];
    if (fallback !== undefined) return { content: fallback, language: main, isDefault: false };
    return { content: defaults[name], language, isDefault: true };
  };
  const texts = { about: toShown('about'), privacy: toShown('privacy'), contact: toShown('contact') };
  return { name: toShown('name'), ...texts };
}
