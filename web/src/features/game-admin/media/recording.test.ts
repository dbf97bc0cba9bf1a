import { expect, test } from 'vitest';

import { toLevel, toMicrophoneProblem } from './recording.ts';

test('the loudness ranges from silence to full scale, as people perceive it', () => {
  expect(toLevel(new Float32Array(64))).toBe(0);
  expect(toLevel(new Float32Array(64).fill(1))).toBe(1);
  const quiet = toLevel(new Float32Array(64).fill(0.01));
  const loud = toLevel(new Float32Array(64).fill(0.1));
  expect(quiet).toBeCloseTo(1 / 3);
  expect(loud).toBeCloseTo(2 / 3);
});

test.each([
  ['NotAllowedError', 'microphone is blocked'],
  ['NotFoundError', 'No microphone was found'],
  ['NotReadableError', 'Another program'],
  ['AbortError', 'Recording failed'],
])('a microphone that fails with %s is explained', (name, words) => {
  expect(toMicrophoneProblem(new DOMException('x', name))).toContain(words);
});
