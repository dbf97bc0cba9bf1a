import { runService } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

runService({
  name: 'gateway',
  readConfig: () => readConfig(process.env),
  createService,
  stopWithinMs: ({ DRAIN_SECONDS }) => 8000 + DRAIN_SECONDS * 1000,
});
