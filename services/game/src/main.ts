import { createDatabase, createLogger, migrateToLatest, runService, start } from '@larksong/service-kit';

import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/tables.ts';

start('game', async () => {
  const config = readConfig(process.env);
  const logger = createLogger({ name: 'game', level: config.LOG_LEVEL });
  const db = createDatabase<Tables>({ url: config.DATABASE_URL, logger });
  await migrateToLatest(db, migrations);
  const app = buildApp({ logger, db });
  await runService({
    app,
    host: config.HOST,
    port: config.PORT,
    logger,
    resources: [() => db.destroy()],
  });
});
