import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { toNotice } from './notice.ts';
import * as store from './store.ts';

/** As many as one call of `markNoticesRead` takes, so that whoever sees them can count and dismiss them all. */
const LIST_SIZE = 100;

/** Registers the caller's notices and marking them as read. */
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
