import { runService } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

runService({
  name: 'transcoder',
  readConfig: () => readConfig(process.env),
  createService,
  stopWithinMs: 9500, // ffmpeg is ended and the units are given back
});
