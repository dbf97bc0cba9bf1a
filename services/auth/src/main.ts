import {
  createDatabase,
  createLogger,
  createRedis,
  runService,
  start,
  startLoop,
} from '@larksong/service-kit';

import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import type { Tables } from './db/tables.ts';
import { prepare } from './prepare.ts';
import { deleteEndedSessions } from './sessions/store.ts';

start('auth', async () => {
  const config = readConfig(process.env);
  const logger = createLogger({ name: 'auth', level: config.LOG_LEVEL });
  const db = createDatabase<Tables>({ url: config.DATABASE_URL, logger });
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger });
  const prepared = await prepare(db, config, logger);
  const app = buildApp({ config, logger, db, redis, ...prepared });
  const round = () => deleteEndedSessions(db, config.SESSION_DAYS);
  const sweep = startLoop({ name: 'sweep sessions', everyMs: 3_600_000, logger, round });
  const resources = [() => sweep.stop(), () => db.destroy(), async () => redis.disconnect()];
  await runService({ app, host: config.HOST, port: config.PORT, logger, resources });
});
