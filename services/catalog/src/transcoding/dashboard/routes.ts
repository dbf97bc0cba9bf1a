import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { readOwnWork } from './read-own-work.ts';
import { readStatus } from './read-status.ts';

/** Registers the calls that report the state of all transcoding, and of the caller's own uploads. */
export function registerDashboard(register: Register, { db }: { db: Db }): void {
  register(catalog.getTranscodingStatus, async () => ({ data: await readStatus(db) }));

  register(catalog.listOwnWork, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: await readOwnWork(db, viewer.id) };
  });
}
