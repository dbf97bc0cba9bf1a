import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { readStatus } from './read-status.ts';

/** Registers the call that reports the state of all transcoding. */
export function registerDashboard(register: Register, { db }: { db: Db }): void {
  register(catalog.getTranscodingStatus, async () => ({ data: await readStatus(db) }));
}
