import { expect, it } from 'vitest';

import { layBoard } from './board.ts';
import { NO_GAME, play, type Game, type Move } from './rules.ts';
import { pair, pairs } from '../testing.ts';
import { announce, nameCard, splitAtLetter } from './words.ts';

function after(...moves: (number | 'settle')[]): Game {
  const [apple, bee] = [pair('apple'), pair('bee')];
  const cells = [apple[0]!, bee[0]!, bee[1]!, apple[1]!];
  const toMove = (move: number | 'settle'): Move =>
    move === 'settle' ? { kind: 'settle' } : { kind: 'reveal', position: move };
  return moves
    .map(toMove)
    .reduce(play, play(NO_GAME, { kind: 'deal', board: { columns: 2, rows: 2, cells } }));
}

it('the accessible name of a card contains only what is visible', () => {
  expect(nameCard(after(), 2)).toBe('Card 3, row 2, column 1, hidden');
  expect(nameCard(after(2), 2)).toBe('bee, card 3');
  expect(nameCard(after(2, 1, 'settle'), 2)).toBe('bee, matched');
  expect(nameCard(after(2, 0, 'settle'), 2)).toBe('Card 3, row 2, column 1, hidden');
});

it('the empty centre is not counted in the names of cards', () => {
  const game = play(NO_GAME, { kind: 'deal', board: layBoard(pairs(4), '3x3', Math.random)! });
  expect([3, 5, 8].map((position) => nameCard(game, position))).toEqual([
    'Card 4, row 2, column 1, hidden',
    'Card 5, row 2, column 3, hidden',
    'Card 8, row 3, column 3, hidden',
  ]);
});

it('announcements say what has happened in the game', () => {
  expect(announce(after())).toBe('');
  expect(announce(after(0))).toBe('apple, card 1');
  expect(announce(after(0, 1))).toBe('bee, card 2');
  expect(announce(after(0, 1, 'settle'))).toBe('Not a pair');
  expect(announce(after(0, 3, 'settle'))).toBe('Match! apple. 1 of 2 pairs');
  expect(announce(after(0, 3, 'settle', 1, 2, 'settle'))).toBe('Great job! You found all the pairs!');
});

it('splitAtLetter finds the letter in its word', () => {
  expect(splitAtLetter('apple', 'A')).toEqual(['', 'a', 'pple']);
  expect(splitAtLetter('fox', 'X')).toEqual(['fo', 'x', '']);
  expect(splitAtLetter('sun', 'B')).toEqual(['sun', '', '']);
});
