import { createLogger, runService, start } from '@larksong/service-kit';

import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { createTranscoder } from './transcoder.ts';

start('transcoder', async () => {
  const config = readConfig(process.env);
  const logger = createLogger({ name: 'transcoder', level: config.LOG_LEVEL });
  const transcoder = await createTranscoder(config, logger);
  const { storage, registry } = transcoder;
  await runService({
    app: buildApp({ logger, storage, registry }),
    host: config.HOST,
    port: config.PORT,
    logger,
    beforeStop: () => transcoder.stop(),
    resources: [() => storage.close()],
    stopWithinMs: 9500,
  });
});
