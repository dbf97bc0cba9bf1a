import { expect, test } from 'vitest';

import { listSecondAttempts, mergeSecondAttempt } from './second-attempt.ts';
import { outcomeOf, type Outcome } from './suites.ts';

const fails = (...names: string[]): Outcome => ({
  ...outcomeOf(true),
  tally: { passed: 10, failed: names.length, skipped: 2 },
  failures: names.map((name) => `${name}.test.ts > ${name}\n    expected 1 to be 2`),
  failedFiles: names.map((name) => `${name}.test.ts`),
});
const passes: Outcome = { ...outcomeOf(true), tally: { passed: 3, failed: 0, skipped: 0 } };

test('a few failed files are run again', () => {
  expect(listSecondAttempts([passes, fails('a', 'b'), fails('c')])).toEqual([
    'a.test.ts',
    'b.test.ts',
    'c.test.ts',
  ]);
});

test('many failed files, a failed check and a suite that crashed are failures at once', () => {
  expect(listSecondAttempts([fails('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i')])).toEqual([]);
  expect(listSecondAttempts([outcomeOf(false), fails('a')])).toEqual([]);
  expect(listSecondAttempts([{ ...fails('a'), tally: { passed: 0, failed: 2, skipped: 0 } }])).toEqual([]);
});

test('a test that passes at its second attempt is passed and named as unstable', () => {
  const merged = mergeSecondAttempt(fails('a'), passes);
  expect(merged.tally).toEqual({ passed: 11, failed: 0, skipped: 2 });
  expect(merged.failures).toEqual([]);
  expect(merged.unstable).toEqual(['a.test.ts > a\n    expected 1 to be 2']);
});

test('a test that fails twice is failed, and so is one that fails only at the second attempt', () => {
  const twice = mergeSecondAttempt(fails('a', 'b'), fails('b'));
  expect(twice.tally).toEqual({ passed: 11, failed: 1, skipped: 2 });
  expect(twice.failures).toHaveLength(1);
  expect(twice.unstable).toEqual(['a.test.ts > a\n    expected 1 to be 2']);
  expect(mergeSecondAttempt(fails('a'), fails('x', 'y')).tally.failed).toBe(2);
});
