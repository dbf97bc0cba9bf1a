import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { listSources } from './store.ts';

/** Registers the call by which an importer recognises files that were uploaded before. */
export function registerSources(register: Register, { db }: { db: Db }): void {
  register(catalog.findSources, async ({ body, viewer }) => {
    const uploaderId = viewer.role === 'superadmin' ? null : viewer.id;
    return {
      data: { sources: await listSources(db, { sizes: body.sizes, uploaderId }, catalog.MAX_SOURCES) },
    };
  });
}
