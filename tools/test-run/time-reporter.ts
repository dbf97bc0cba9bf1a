import { appendFileSync } from 'node:fs';

import type { Reporter, TestModule } from 'vitest/node';

import type { FileTime } from './file-times.ts';

/** Appends the time of each test file to the file that `LARKSONG_TIMES_FILE` names. */
export default class TimeReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const file = process.env['LARKSONG_TIMES_FILE'];
    if (file === undefined) return;
    const { collectDuration, duration } = module.diagnostic();
    const time: FileTime = { seconds: (collectDuration + duration) / 1000, path: module.moduleId };
    appendFileSync(file, `${JSON.stringify(time)}\n`);
  }
}
