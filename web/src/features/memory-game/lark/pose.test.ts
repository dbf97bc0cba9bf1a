import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { REST, toGaze, toPose } from './pose.ts';

/** Maximum size of the drawing in the source: its shapes and its styles. */
const DRAWING_BYTES = 8_000;

it.each([
  ['far to the right', [600, 0], 'right', 0],
  ['up on the right', [300, -260], 'right', -30],
  ['straight above', [0, -200], 'right', -30],
  ['down on the right', [300, 250], 'right', 30],
  ['almost straight below', [20, 300], 'right', 50],
  ['down on the left', [-90, 130], 'left', 40],
  ['far to the left', [-600, 10], 'left', 0],
] as const)('the lark turns its head to a card %s', (_where, [dx, dy], side, tilt) => {
  expect(toGaze(dx, dy)).toEqual({ side, tilt });
});

it('the head holds still while its target moves a little', () => {
  expect(toGaze(300, 104)).toEqual(toGaze(310, 96));
});

it.each([
  ['at rest', {}, []],
  ['after a tap', { isStirred: true }, ['awake']],
  ['while a word sounds', { isSpeaking: true }, ['awake', 'singing']],
  ['after the last pair', { isWon: true }, ['joyful']],
  ['while the last word sounds', { isSpeaking: true, isWon: true }, ['awake', 'singing', 'joyful']],
] as const)('the lark has the right moods %s', (_when, life, moods) => {
  const gaze = toGaze(-10, 0);
  expect(toPose({ gaze, isSpeaking: false, isStirred: false, isWon: false, ...life })).toEqual({
    ...gaze,
    moods,
  });
});

it('the lark looks ahead at first', () => {
  expect(REST).toEqual({ side: 'right', tilt: 0, moods: [] });
});

it(`the drawing of the lark has at most ${DRAWING_BYTES} bytes`, () => {
  const files = ['lark.tsx', 'lark.module.css'].map((name) => readFileSync(join(import.meta.dirname, name)));
  const bytes = files.reduce((sum, file) => sum + file.length, 0);
  expect(bytes).toBeGreaterThan(2_000);
  expect(bytes).toBeLessThanOrEqual(DRAWING_BYTES);
});
