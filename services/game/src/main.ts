import { runService } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

runService({ name: 'game', readConfig: () => readConfig(process.env), createService });
