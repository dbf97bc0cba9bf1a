import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { toNotice } from './notice.ts';
import * as store from './store.ts';

/** The maximum per call of `markNoticesRead`, so that all listed notices can be dismissed at once. */
const LIST_SIZE = 100;

/** Registers the calls that list the caller's notices and mark them as read. */
export function registerNotices(register: Register, { db }: { db: Db }): void {
  register(catalog.listNotices, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const rows = await store.listUnreadNotices(db, viewer.id, LIST_SIZE);
    return { data: { notices: rows.map(toNotice) } };
  });

  register(catalog.markNoticesRead, async ({ body, viewer }) => {
    await store.markNoticesRead(db, viewer.id, body.ids);
    return {};
  });
}
