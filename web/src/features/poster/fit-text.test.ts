// @vitest-environment node
import { expect, test } from 'vitest';

import { fitText } from './fit-text.ts';

const PLACE = { width: 178, height: 58, most: 19, least: 5 };

test('a short title has the largest letters, whatever it is written in', () => {
  expect(['A', 'Morning', '春', '🐤', ''].map((text) => fitText(text, PLACE))).toEqual([19, 19, 19, 19, 19]);
});

test('200 characters fit, and are smaller if they are wide', () => {
  const latin = fitText('song '.repeat(40), PLACE);
  const chinese = fitText('歌'.repeat(200), PLACE);
  expect(latin).toBeGreaterThan(6);
  expect(chinese).toBeLessThan(latin);
  expect(chinese).toBeGreaterThanOrEqual(5);
});

test('a word is not broken as long as its letters stay readable', () => {
  expect(fitText('Donaudampfschifffahrtslied', PLACE)).toBeCloseTo(178 / (26 * 0.6), 5);
  expect(fitText('x'.repeat(200), PLACE)).toBeGreaterThan(6);
});
