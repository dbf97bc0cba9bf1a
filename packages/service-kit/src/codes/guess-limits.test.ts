import { expect, test } from 'vitest';

import { createLocalGuesses, withGuess } from './guess-limits.ts';
import { blockMs, placesOf } from './guess-rules.ts';

function createClock() {
  const clock = { ms: 1_000_000 };
  return { clock, guesses: createLocalGuesses(() => clock.ms) };
}
const wrong = async () => undefined;
const right = async () => 'link';
const outcome = (work: Promise<unknown>) =>
  work.then(
    (found) => found ?? 'wrong',
    (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
  );

test('a place is blocked until its oldest wrong code is a minute old, then ever longer, up to five minutes', () => {
  expect([1, 2, 3, 4, 5, 50].map((times) => blockMs(times, 42_000))).toEqual([
    ...[42_000, 60_000, 120_000, 240_000],
    ...[300_000, 300_000],
  ]);
});

test('a browser has five wrong codes a minute, and right ones are not counted', async () => {
  const { clock, guesses } = createClock();
  const places = placesOf({ browser: 'b', network: 'n' });
  for (let n = 0; n < 20; n += 1) expect(await outcome(withGuess(guesses, places, right))).toBe('link');
  for (let n = 0; n < 5; n += 1) expect(await outcome(withGuess(guesses, places, wrong))).toBe('wrong');
  clock.ms += 10_000;
  expect(await outcome(withGuess(guesses, places, right))).toBe(50);
  const neighbour = placesOf({ browser: 'c', network: 'n' });
  expect(await outcome(withGuess(guesses, neighbour, right))).toBe('link');
  clock.ms += 50_000;
  expect(await outcome(withGuess(guesses, places, right))).toBe('link');
});

test('a network has 60 wrong codes a minute, with or without cookies, and the site 100', async () => {
  const { clock, guesses } = createClock();
  const guess = (browser: string | null, network: string) =>
    outcome(withGuess(guesses, placesOf({ browser, network }), wrong));
  for (let n = 0; n < 60; n += 1) expect(await guess(n % 2 === 0 ? null : `b${n}`, 'n')).toBe('wrong');
  expect(await guess(null, 'n')).toBe(60);
  expect(await guess('fresh', 'n')).toBe(60);
  for (let n = 0; n < 40; n += 1) expect(await guess(null, `other ${n}`)).toBe('wrong');
  expect(await guess(null, 'yet another')).toBe(60);
  // Each time that the limit is reached again, the site waits longer.
  const waits: unknown[] = [];
  for (let round = 0; round < 6; round += 1) {
    clock.ms += 300_000;
    for (let n = 0; n < 100; n += 1) await guess(null, `round ${round} ${n}`);
    waits.push(await guess(null, 'last'));
  }
  expect(waits).toEqual([60, 120, 240, 300, 300, 300]);
});

test('simultaneous guesses do not exceed a limit, and a failure is not counted', async () => {
  const { guesses } = createClock();
  const places = placesOf({ browser: 'b', network: 'n' });
  const fail = async () => {
    throw new Error('the database is away');
  };
  for (let n = 0; n < 10; n += 1) await expect(withGuess(guesses, places, fail)).rejects.toThrow('away');
  const all = await Promise.all(Array.from({ length: 50 }, () => outcome(withGuess(guesses, places, wrong))));
  expect(all.filter((each) => each === 'wrong')).toHaveLength(5);
});
