import { createDatabase, createLogger } from '@larksong/service-kit';
import { createStorage, type Storage } from '@larksong/service-kit/storage';

import type { Db, Tables } from '../../services/catalog/src/db/tables.ts';
import { sweepUploads } from '../../services/catalog/src/uploads/sweep-uploads.ts';
import { findSiteProcesses } from '../access/site-processes.ts';

/** What catalog keeps, behind its back: its tables and the object storage of the site. */
export interface CatalogData {
  db: Db;
  storage: Storage;
  /** A round of the sweep of uploads, for which every upload that is not being worked on is old enough. */
  sweepUploads: () => Promise<void>;
  /** Keys of all objects. */
  listObjects: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Opens the data of a running site with what its catalog was told. */
export async function openCatalogData(siteUrl: string): Promise<CatalogData> {
  const catalog = (await findSiteProcesses(siteUrl)).find(({ service }) => service === 'catalog');
  if (!catalog) throw new Error('catalog does not run.');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const db = createDatabase<Tables>({ url: catalog.environment['DATABASE_URL'] ?? '', logger });
  const storage = createStorage(catalog.environment);
  return {
    db,
    storage,
    sweepUploads: () => sweepUploads({ db, storage, logger, uploadExpiryHours: 0 }, 0),
    listObjects: async () => {
      const keys: string[] = [];
      for await (const { key } of storage.list('')) keys.push(key);
      return keys;
    },
    close: async () => {
      await storage.close();
      await db.destroy();
    },
  };
}
