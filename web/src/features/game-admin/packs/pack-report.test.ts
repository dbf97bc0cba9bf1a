import type { game } from '@larksong/contracts';
import { expect, test } from 'vitest';

import { sumUpImport, toReport } from './pack-report.ts';

function line(changes: Partial<game.PackLine>): game.PackLine {
  return { part: 'cards', result: 'added', letter: 'A', name: 'apple', path: null, reason: null, ...changes };
}

test('parts of a name with the same result are one entry, and refused ones stay apart', () => {
  const groups = toReport([
    line({}),
    line({ part: 'picture' }),
    line({ part: 'sound', result: 'refused', reason: 'Too long.' }),
    line({
      part: 'file',
      result: 'refused',
      letter: null,
      name: null,
      path: 'x.txt',
      reason: 'Not mentioned.',
    }),
    line({ name: 'ant', result: 'present' }),
  ]);
  expect(
    groups.map(({ result, entries }) => [result, entries.map(({ title, parts }) => `${title}: ${parts}`)]),
  ).toEqual([
    ['refused', ['apple: sound', 'x.txt: file']],
    ['added', ['apple: cards, picture']],
    ['present', ['ant: cards']],
  ]);
});

test.each([
  [[], 'Nothing was added.'],
  [[line({})], '1 word was added.'],
  [
    [line({}), line({ part: 'picture' }), line({ part: 'sound' })],
    '1 word, 1 picture and 1 sound were added.',
  ],
  [[line({ result: 'refused' })], 'Nothing was added. 1 part was refused.'],
  [[line({ result: 'kept' }), line({ part: 'sound' })], '1 sound was added.'],
])('the lines %j are summed up as %j', (lines, sentence) => {
  expect(sumUpImport(lines)).toBe(sentence);
});
