import { createLogger, migrateToLatest } from '@larksong/service-kit';

import { readConfig } from '../../services/catalog/src/config.ts';
import { migrations } from '../../services/catalog/src/db/migrations/index.ts';
import { createService } from '../../services/catalog/src/service.ts';
import type { Member } from './member.ts';

const SECRET = 'a-secret-of-the-bench-0123456789-0123456789';

export interface BenchCatalog {
  url: string;
  stop: () => Promise<void>;
}

/** Creates the tables of catalog in an empty database. */
export async function migrateCatalog(databaseUrl: string): Promise<void> {
  const logger = createLogger({ name: 'bench', level: 'error' });
  await migrateToLatest({ url: databaseUrl, logger, migrations });
}

/** Starts catalog's server in this process with a filled database, without its loops. */
export async function startCatalog(on: {
  databaseUrl: string;
  redisUrl: string;
  storageDir: string;
  member: Member;
}): Promise<BenchCatalog> {
  const logger = createLogger({ name: 'bench', level: 'error' });
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: on.databaseUrl,
    REDIS_URL: on.redisUrl,
    STORAGE_DIR: on.storageDir,
    AUTH_URL: 'http://127.0.0.1:1', // no names are looked up
    INTERNAL_TOKEN: SECRET,
    STREAM_COOKIE_SECRET: SECRET,
    VIEW_REPORT_SECONDS: '0.001',
    VIEWS_PER_SECOND: '1000000',
  });
  const service = await createService(config, logger, { trust: on.member.trust });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  return { url, stop: () => service.stop() };
}
