import { createDatabase, createLogger } from '@larksong/service-kit';
import { createStorage, type Storage } from '@larksong/service-kit/storage';

import type { Db, Tables } from '../../services/catalog/src/db/tables.ts';
import { sweepUploads } from '../../services/catalog/src/uploads/sweep-uploads.ts';
import { findSiteProcesses } from '../access/site-processes.ts';

/** Time that Postgres may take for a statement of a test while the machine is busy. */
const PATIENCE_MS = 60_000;

/** Direct access to catalog's tables and the site's object storage. */
export interface CatalogData {
  db: Db;
  storage: Storage;
  /** Runs one round of the upload sweep, which treats every inactive upload as old enough. */
  sweepUploads: () => Promise<void>;
  /** Returns the keys of all objects. */
  listObjects: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Opens the data of a running site with its catalog's settings. */
export async function openCatalogData(siteUrl: string): Promise<CatalogData> {
  const catalog = (await findSiteProcesses(siteUrl)).find(({ service }) => service === 'catalog');
  if (!catalog) throw new Error('catalog does not run.');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const url = catalog.environment['DATABASE_URL'] ?? '';
  const db = createDatabase<Tables>({ url, logger, silenceMs: PATIENCE_MS });
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
