import { createLogger, createRedis, runService, start } from '@larksong/service-kit';
import { Registry } from 'prom-client';

import { buildApp } from './app.ts';
import { readConfig, warnOfMissingProxies } from './config.ts';
import { startMetricsServer } from './metrics-server.ts';

start('gateway', async () => {
  const config = readConfig(process.env);
  const logger = createLogger({ name: 'gateway', level: config.LOG_LEVEL });
  warnOfMissingProxies(config, logger);
  const redis = createRedis({ url: config.REDIS_URL, kind: 'fail-fast', logger });
  const metrics = new Registry();
  const app = await buildApp({ config, logger, redis, metrics });
  const resources: (() => Promise<unknown>)[] = [async () => redis.disconnect()];
  if (config.METRICS_PORT !== undefined) {
    const server = await startMetricsServer(metrics, {
      host: config.METRICS_HOST,
      port: config.METRICS_PORT,
    });
    resources.push(async () => server.close());
  }
  await runService({ app, host: config.HOST, port: config.PORT, logger, resources });
});
