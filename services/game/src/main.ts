import { runService, start } from '@larksong/service-kit';

import { readConfig } from './config.ts';
import { createService } from './service.ts';

start('game', async () => runService(await createService(readConfig(process.env))));
