import { expect, it } from 'vitest';

import { createSilenceWatch } from './silence-watch.ts';

const TIMEOUT_MS = 10_000;

function start() {
  let nowMs = 1_000_000;
  const watch = createSilenceWatch(TIMEOUT_MS, () => nowMs);
  return {
    /** Runs a round that much later; returns whether silence counts in it. */
    round: (laterMs: number) => {
      nowMs += laterMs;
      return watch(async (silenceCounts) => silenceCounts);
    },
    failedRound: (laterMs: number) => {
      nowMs += laterMs;
      return expect(watch(() => Promise.reject(new Error('the database is away')))).rejects.toThrowError(
        'the database is away',
      );
    },
  };
}

it('silence counts after a full timeout of successful rounds', async () => {
  const { round } = start();
  expect(await round(0)).toBe(false);
  expect(await round(TIMEOUT_MS / 2)).toBe(false);
  expect(await round(TIMEOUT_MS / 2)).toBe(false);
  expect(await round(1)).toBe(true);
  expect(await round(TIMEOUT_MS)).toBe(true);
});

it('a pause longer than the timeout, as after sleep, restarts the silence window', async () => {
  const { round } = start();
  await round(TIMEOUT_MS);
  expect(await round(1)).toBe(true);
  expect(await round(TIMEOUT_MS + 1)).toBe(false);
  expect(await round(TIMEOUT_MS)).toBe(false);
  expect(await round(1)).toBe(true);
});

it('a long run of failed rounds restarts the silence window', async () => {
  const { round, failedRound } = start();
  await round(TIMEOUT_MS);
  expect(await round(1)).toBe(true);
  for (let times = 0; times < 4; times += 1) await failedRound(TIMEOUT_MS / 3);
  expect(await round(0)).toBe(false);
  expect(await round(TIMEOUT_MS)).toBe(false);
  expect(await round(1)).toBe(true);
});

it('a short run of failed rounds does not restart the silence window', async () => {
  const { round, failedRound } = start();
  await round(TIMEOUT_MS);
  await failedRound(1000);
  expect(await round(1000)).toBe(true);
});
