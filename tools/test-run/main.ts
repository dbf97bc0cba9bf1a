import { runInForeground } from '@larksong/local/host/foreground';

import { test } from './run.ts';

await runInForeground((signal) => test({ args: process.argv.slice(2), signal }));
