import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';
import { recordAs, THE_SITE } from '@larksong/service-kit/audit';

import type { Db } from '../db/tables.ts';
import { changeAccess, readChoice } from './change-access.ts';
import type { KnownAccess } from './known-access.ts';

/** Registers the calls about what people can use without signing in; the gateway asks, too. */
export function registerSiteAccess(
  register: Register,
  { db, siteAccess }: { db: Db; siteAccess: KnownAccess },
): void {
  const { decided } = siteAccess;
  register(catalog.getSiteAccess, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: { access: await siteAccess.get() } };
  });
  register(catalog.getSiteAccessChoice, async () => ({ data: { choice: await readChoice(db, decided) } }));
  register(catalog.putSiteAccess, async ({ body, record }) => {
    const choice = await changeAccess(db, { decided, changes: body }, record);
    siteAccess.forget();
    return { data: { choice } };
  });
  register(catalog.readSiteAccess, async () => ({ data: { choice: await readChoice(db, decided) } }));
  register(catalog.saveSiteAccess, async ({ body }) => {
    await changeAccess(db, { decided, changes: body }, recordAs(THE_SITE));
    siteAccess.forget();
    return {};
  });
}
