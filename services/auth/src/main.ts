import { runService } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

runService({ name: 'auth', readConfig: () => readConfig(process.env), createService });
