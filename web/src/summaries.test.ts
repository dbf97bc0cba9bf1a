// @vitest-environment node
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { withoutSummaries } from '../build/leave-out-summaries.ts';

const CONTRACTS = join(import.meta.dirname, '../../packages/contracts/src');

test('only the written summaries of calls are left out of the contracts', async () => {
  let count = 0;
  for await (const file of glob(`${CONTRACTS}/**/*.ts`)) {
    const code = await readFile(file, 'utf8');
    const rest = withoutSummaries(code);
    expect(rest.match(/^\s*summary:\s*['"][^'"]/m), file).toBeNull();
    // Everything else is as it was.
    const others = (text: string) => text.replaceAll(/^ *summary:(?: ''|\s*(?:'.*'|".*")),$/gm, '');
    expect(others(rest)).toBe(others(code));
    if (rest !== code) count += 1;
  }
  expect(count).toBeGreaterThan(20);
});
