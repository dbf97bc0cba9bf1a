import { runService } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

runService({
  name: 'transcoder',
  readConfig: () => readConfig(process.env),
  createService,
  stopWithinMs: () => 9500, // time to end ffmpeg and release the units
});
