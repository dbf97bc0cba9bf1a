import { auth } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { findAnnouncement, saveAnnouncement } from './store.ts';

/** Registers the calls about the announcement, which the gateway also asks for. */
export function registerAnnouncement(register: Register, { db }: { db: Db }): void {
  register(auth.getAnnouncement, async () => ({ data: { announcement: await findAnnouncement(db) } }));
  register(auth.putAnnouncement, async ({ body, record }) => ({
    data: { announcement: await saveAnnouncement(db, body, record) },
  }));
}
