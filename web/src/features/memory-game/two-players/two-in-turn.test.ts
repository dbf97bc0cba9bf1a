import { expect, it } from 'vitest';

import { namePerch } from './perch-names.ts';
import { NO_GAME, play, type Game, type Move } from '../rules/rules.ts';
import { pair } from '../testing.ts';
import { announce } from '../rules/words.ts';

const MISS = [0, 1];
const APPLE = [0, 3];
const BEE = [1, 2];

/** Plays whole turns on a board with apple at 0 and 3, bee at 1 and 2. */
function after(...turns: number[][]): Game {
  const [[apple, sameApple], [bee, sameBee]] = [pair('apple'), pair('bee')] as const;
  const cells = [apple!, bee!, sameBee!, sameApple!];
  const moves = turns.flatMap((turn): Move[] => [
    ...turn.map((position) => ({ kind: 'reveal' as const, position })),
    { kind: 'settle' },
  ]);
  return moves.reduce(play, play(NO_GAME, { kind: 'deal', board: { columns: 2, rows: 2, cells } }));
}

it('with two players, announcements say whose turn it is, and victory has no loser', () => {
  const say = (game: Game) => announce(game, { isForTwo: true });
  expect(say(after())).toBe("Blue bird's turn");
  expect(say(play(after(), { kind: 'reveal', position: 0 }))).toBe('apple, card 1');
  expect(say(after(MISS))).toBe("Not a pair. Orange bird's turn");
  expect(say(after(APPLE))).toBe("Match! apple. 1 of 2 pairs. Blue bird's turn");
  expect(say(after(APPLE, BEE))).toBe('Great job! You found all the pairs!');
});

it('the perch of a player names its pairs, and its turn', () => {
  const names = (game: Game) => [namePerch(game, 0), namePerch(game, 1)];
  expect(names(after())).toEqual(['Blue bird, 0 pairs, its turn', 'Orange bird, 0 pairs']);
  expect(names(after(MISS, APPLE))).toEqual(['Blue bird, 0 pairs', 'Orange bird, 1 pair, its turn']);
  expect(names(after(APPLE, BEE))).toEqual(['Blue bird, 2 pairs', 'Orange bird, 0 pairs']);
});
