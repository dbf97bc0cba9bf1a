import { expect, it } from 'vitest';

import { describeWait, readWaits } from './waits.ts';

it('the waits of a run are listed longest first, each with its file and line', () => {
  const lines = [
    { seconds: 2.04, what: 'a video completed', where: 'e2e/song.test.ts:40' },
    { seconds: 4.1, what: 'the mail', where: 'e2e/accounts.test.ts:7' },
  ].map((wait) => `${JSON.stringify(wait)}\n`);
  expect(readWaits(lines.join('')).map(describeWait)).toEqual([
    'waited 4.1 s for the mail (e2e/accounts.test.ts:7)',
    'waited 2.0 s for a video completed (e2e/song.test.ts:40)',
  ]);
});

it('a run without long waits lists none', () => {
  expect(readWaits('')).toEqual([]);
});
