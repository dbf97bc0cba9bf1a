import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { saveReport } from './store.ts';

/** Registers the call by which workers report themselves. */
export function registerWorkers(register: Register, { db }: { db: Db }): void {
  register(catalog.reportWorker, async ({ body }) => {
    const { phase, ...report } = body;
    await saveReport(db, report, phase);
    return {};
  });
}
