import { expect, it } from 'vitest';

import { describeSlowest, readFileTimes } from './file-times.ts';

it('the slowest files are listed first, and no more of them than asked for', () => {
  const lines = [
    { seconds: 2.04, path: '/larksong/e2e/song.test.ts' },
    { seconds: 61.26, path: '/larksong/e2e/game.test.ts' },
    { seconds: 0.1, path: '/larksong/tools/compose.test.ts' },
  ].map((time) => `${JSON.stringify(time)}\n`);
  expect(describeSlowest(readFileTimes(lines.join(''), '/larksong'), 2)).toEqual([
    '  61.3 s  e2e/game.test.ts',
    '   2.0 s  e2e/song.test.ts',
  ]);
});
