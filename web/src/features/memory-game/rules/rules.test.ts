import { game } from '@larksong/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { layBoard } from './board.ts';
import {
  countCards,
  findVerdict,
  isWon,
  listHints,
  NO_GAME,
  play,
  toTap,
  type Game,
  type Move,
} from './rules.ts';
import { pair, pairs } from '../testing.ts';

/** A game with apple at 0 and 3, bee at 1 and 2. */
function smallGame(): Game {
  const [first, second] = [pair('apple'), pair('bee')];
  const cells = [first[0]!, second[0]!, second[1]!, first[1]!];
  return play(NO_GAME, { kind: 'deal', board: { columns: 2, rows: 2, cells } });
}

function reveal(round: Game, ...positions: number[]): Game {
  return positions.reduce((before, position) => play(before, { kind: 'reveal', position }), round);
}

const settle = (round: Game) => play(round, { kind: 'settle' });

describe('a turn', () => {
  it('two open cards of one name are matched and stay open', () => {
    const open = reveal(smallGame(), 0, 3);
    expect(findVerdict(open)).toBe('match');
    const after = settle(open);
    expect(after.matched).toEqual([0, 3]);
    expect(toTap(after, 0)).toBe('replay');
    expect(reveal(after, 0)).toBe(after);
  });

  it('two open cards of different names are turned back', () => {
    const open = reveal(smallGame(), 0, 1);
    expect(findVerdict(open)).toBe('miss');
    const after = settle(open);
    expect([after.open, after.matched, after.seen]).toEqual([[], [], [0, 1]]);
  });

  it('a card is not matched with itself', () => {
    const once = reveal(smallGame(), 0);
    expect(reveal(once, 0)).toBe(once);
    expect(findVerdict(once)).toBeUndefined();
  });

  it('no third card opens while two are open, and no turn is settled early', () => {
    const open = reveal(smallGame(), 0, 1);
    expect(toTap(open, 2)).toBe('blocked');
    expect(reveal(open, 2)).toBe(open);
    const once = reveal(smallGame(), 0);
    expect(settle(once)).toBe(once);
  });

  it('the empty centre and places outside the board cannot be tapped', () => {
    const round = play(NO_GAME, { kind: 'deal', board: layBoard(pairs(4), '3x3', Math.random)! });
    expect([toTap(round, 4), toTap(round, 9), toTap(round, -1)]).toEqual(['nothing', 'nothing', 'nothing']);
    expect(reveal(round, 4)).toBe(round);
  });

  it('a new deal forgets the turns before it', () => {
    const before = settle(reveal(smallGame(), 0, 3));
    const after = play(before, { kind: 'deal', board: before.board });
    expect(after).toMatchObject({ open: [], matched: [], seen: [], serial: before.serial + 1 });
  });
});

describe('hints', () => {
  it('hints are hidden cards that were seen', () => {
    expect(listHints(smallGame())).toEqual([]);
    expect(listHints(settle(reveal(smallGame(), 0, 1)))).toEqual([0, 1]);
    expect(listHints(settle(reveal(smallGame(), 0, 3)))).toEqual([]);
  });

  it('the hint for an open card is its pair, if that was seen', () => {
    const round = settle(reveal(smallGame(), 0, 1));
    expect(listHints(reveal(round, 3))).toEqual([0]);
  });
});

describe('two in turn', () => {
  it('a found pair gives another turn, and a miss passes it on', () => {
    const found = settle(reveal(smallGame(), 0, 3));
    expect(found).toMatchObject({ turn: 0, finders: [0] });
    const missed = settle(reveal(smallGame(), 0, 1));
    expect(missed).toMatchObject({ turn: 1, finders: [] });
    expect(settle(reveal(missed, 0, 3))).toMatchObject({ turn: 1, finders: [1] });
  });

  it('the other player begins after a win, and the same one after a game that was not finished', () => {
    const { board } = smallGame();
    const again = (before: Game) => play(before, { kind: 'deal', board });
    const won = settle(reveal(settle(reveal(smallGame(), 0, 3)), 1, 2));
    expect(again(won)).toMatchObject({ starter: 1, turn: 1, finders: [] });
    const missed = settle(reveal(again(won), 0, 1));
    expect(again(missed)).toMatchObject({ starter: 1, turn: 1 });
  });

  it('a restored game keeps its turn and its finders', () => {
    const before = settle(reveal(settle(reveal(smallGame(), 0, 3)), 1));
    const dealt = play(before, { kind: 'deal', board: before.board });
    expect(play(dealt, { kind: 'restore', game: before })).toMatchObject({ turn: 0, finders: [0], open: [] });
  });
});

describe('wins in a row', () => {
  const win = (game: Game) => settle(reveal(settle(reveal(game, 0, 3)), 1, 2));

  it('wins on boards of one size are counted, and another size starts from 0', () => {
    const { board } = smallGame();
    const first = win(smallGame());
    const second = win(play(first, { kind: 'deal', board }));
    expect([first.wins, second.wins]).toEqual([1, 2]);
    const larger = layBoard(pairs(4), '3x3', Math.random)!;
    expect(play(second, { kind: 'deal', board: larger }).wins).toBe(0);
  });

  it('a game that was not finished neither counts nor ends the row', () => {
    const { board } = smallGame();
    const left = settle(reveal(play(win(smallGame()), { kind: 'deal', board }), 0, 3));
    expect(win(play(left, { kind: 'deal', board })).wins).toBe(2);
  });
});

describe('any sequence of moves', () => {
  const moves: fc.Arbitrary<Move> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: -1, max: 16 }).map((position): Move => ({ kind: 'reveal', position })),
    },
    { weight: 1, arbitrary: fc.constant<Move>({ kind: 'settle' }) },
  );
  const deal = (grid: game.Grid) =>
    play(NO_GAME, { kind: 'deal', board: layBoard(pairs(8), grid, Math.random)! });

  it('any sequence of moves opens at most two cards, and found pairs stay found and whole', () => {
    fc.assert(
      fc.property(fc.constantFrom(...game.GRIDS), fc.array(moves, { maxLength: 120 }), (grid, list) => {
        let round = deal(grid);
        for (const move of list) {
          const next = play(round, move);
          expect(next.open.length).toBeLessThanOrEqual(2);
          expect(new Set([...next.open, ...next.matched]).size).toBe(next.open.length + next.matched.length);
          expect(next.matched.slice(0, round.matched.length)).toEqual(round.matched);
          expect(next.finders).toHaveLength(next.matched.length / 2);
          expect(next.turn !== round.turn).toBe(next.event.kind === 'missed' && next !== round);
          for (let at = 0; at < next.matched.length; at += 2) {
            const [one, other] = next.matched
              .slice(at, at + 2)
              .map((position) => round.board.cells[position]);
            expect(one?.name).toBe(other?.name);
            expect(one).not.toBe(other);
          }
          round = next;
        }
      }),
    );
  });

  it('every game can be won, whatever cards were opened before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...game.GRIDS), fc.array(moves, { maxLength: 60 }), (grid, list) => {
        let round = settle(list.reduce(play, deal(grid)));
        const { cells } = round.board;
        // A card may still be open; its pair is completed first.
        for (const position of [...round.open, ...cells.keys()]) {
          if (toTap(round, position) === 'nothing' || round.matched.includes(position)) continue;
          const other = cells.findIndex(
            (cell, at) => at !== position && cell?.name === cells[position]?.name,
          );
          round = settle(reveal(round, position, other));
        }
        expect(isWon(round)).toBe(true);
        expect(round.matched).toHaveLength(countCards(round.board));
      }),
    );
  });
});
