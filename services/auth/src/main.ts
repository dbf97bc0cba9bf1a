import {
  createDatabases,
  createLogger,
  createRedis,
  runService,
  start,
  startLoop,
} from '@larksong/service-kit';

import { buildApp, throttleOf } from './app.ts';
import { readConfig } from './config.ts';
import type { Tables } from './db/tables.ts';
import { startOutbox } from './mail/outbox.ts';
import { prepare } from './prepare.ts';
import { sweep } from './sweep.ts';

start('auth', async () => {
  const config = readConfig(process.env);
  const logger = createLogger({ name: 'auth', level: config.LOG_LEVEL });
  const { db, background, destroy } = createDatabases<Tables>(config, logger);
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger });
  const prepared = await prepare(db, config, logger);
  const throttle = throttleOf({ config, redis, logger });
  const outbox = startOutbox({ db: background, config, throttle, logger });
  const app = buildApp({ config, logger, db, redis, throttle, outbox, ...prepared });
  const round = (signal: AbortSignal) => sweep(background, config, signal);
  const sweeping = startLoop({ name: 'sweep', everyMs: 3_600_000, logger, round });
  const loops = [() => sweeping.stop(), () => outbox.stop()];
  const resources = [...loops, destroy, async () => redis.disconnect()];
  await runService({ app, host: config.HOST, port: config.PORT, logger, resources });
});
