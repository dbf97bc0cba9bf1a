import { setImmediate as nextRound } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createTurns } from './turns.ts';

it('one caller has its turn in each round of the event loop, in the order in which they asked', async () => {
  const turn = createTurns();
  const begun: number[] = [];
  const asked = Array.from({ length: 4 }, async (_, number) => {
    await turn();
    begun.push(number);
  });
  for (const expected of [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]) {
    await Promise.resolve();
    expect(begun).toEqual(expected);
    await nextRound();
  }
  await Promise.all(asked);
});

it('a caller waits for nothing if nobody had a turn in this round', async () => {
  const turn = createTurns();
  expect(turn()).toBeUndefined();
  expect(turn()).toBeInstanceOf(Promise);
  for (let round = 0; round < 3; round += 1) await nextRound();
  expect(turn()).toBeUndefined();
});
