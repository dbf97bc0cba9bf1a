import { createClient } from '@larksong/contracts';
import { createDatabase, createLogger, createWakeUpQueue, migrateToLatest } from '@larksong/service-kit';
import { createStorage } from '@larksong/service-kit/storage';

import { buildApp } from '../../services/catalog/src/app.ts';
import { migrations } from '../../services/catalog/src/db/migrations/index.ts';
import type { Tables } from '../../services/catalog/src/db/tables.ts';
import { createStreamCookies } from '../../services/catalog/src/streaming/stream-cookie.ts';
import { createViewerKeys } from '../../services/catalog/src/views/viewer-key.ts';
import type { Member } from './member.ts';

const SECRET = 'a-secret-of-the-bench-0123456789-0123456789';

export interface BenchCatalog {
  url: string;
  stop: () => Promise<void>;
}

/** Makes the tables of a catalog in an empty database. */
export async function migrateCatalog(databaseUrl: string): Promise<void> {
  const logger = createLogger({ name: 'bench', level: 'error' });
  await migrateToLatest({ url: databaseUrl, logger, migrations });
}

/** Catalog's server in this process, over a database that is filled, without its loops. */
export async function startCatalog(on: {
  databaseUrl: string;
  redisUrl: string;
  storageDir: string;
  member: Member;
}): Promise<BenchCatalog> {
  const logger = createLogger({ name: 'bench', level: 'error' });
  const db = createDatabase<Tables>({ url: on.databaseUrl, logger });
  const storage = createStorage({ STORAGE_DIR: on.storageDir });
  const createQueue = (name: string) => createWakeUpQueue({ name, redisUrl: on.redisUrl, logger });
  const queues = { heavy: createQueue('heavy'), light: createQueue('light') };
  const app = await buildApp({
    db,
    storage,
    queues,
    authentication: on.member.authentication,
    sessions: on.member.sessions,
    cookies: createStreamCookies({ secret: SECRET, secure: false }),
    viewerKeys: createViewerKeys(SECRET),
    auth: createClient({ baseUrl: 'http://127.0.0.1:1' }), // nobody is asked for a name
    logger,
    internalToken: SECRET,
    maxUploadBytes: 1,
    uploadStallSeconds: 1,
    uploadExpiryHours: 1,
    minFreeBytes: 0,
    uploadReservationSeconds: 600,
    viewLimits: { reportSeconds: 0.001, perSecond: 1_000_000 },
    onDue: () => {},
    onDeleted: () => {},
    onAbandoned: () => {},
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async stop() {
      await app.close();
      await Promise.all([queues.heavy.close(), queues.light.close(), storage.close(), db.destroy()]);
    },
  };
}
