import { auth, isBlank } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { toDefaultTexts, type Periods } from './default-texts.ts';
import { listSiteTexts, saveSiteText } from './store.ts';

const NAMES = ['about', 'privacy', 'contact'] as const;

/** Registers the calls about the texts of the page for parents. */
export function registerSiteTexts(register: Register, { db, periods }: { db: Db; periods: Periods }): void {
  const defaults = toDefaultTexts(periods);
  const readTexts = async () => {
    const written = await listSiteTexts(db);
    const toShown = (name: (typeof NAMES)[number]) => ({
      content: written[name] ?? defaults[name],
      isDefault: written[name] === undefined,
    });
    return { texts: { about: toShown('about'), privacy: toShown('privacy'), contact: toShown('contact') } };
  };

  register(auth.getSiteTexts, async () => ({ data: await readTexts() }));

  register(auth.putSiteTexts, async ({ body }) => {
    await db.transaction().execute(async (trx) => {
      for (const name of NAMES) {
        const content = body[name].replaceAll(/\r\n?/g, '\n').trim();
        // The default itself is not stored, so that it follows later settings.
        const isOwn = !isBlank(content) && content !== defaults[name];
        await saveSiteText(trx, name, isOwn ? content : null);
      }
    });
    return { data: await readTexts() };
  });
}
