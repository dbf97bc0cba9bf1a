import { game } from '@larksong/contracts';

import { text } from '../../../lib/texts.ts';
import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import type { Board } from './board.ts';
import { countCards, isFaceUp, isWon, type Game } from './rules.ts';

/** Returns a card's accessible name: `Card 5, row 2, column 1, hidden`, then `apple, card 5`, then `apple, matched`. */
export function nameCard(game: Game, position: number): string {
  const { board, matched } = game;
  const { name = '' } = board.cells[position] ?? {};
  if (matched.includes(position)) return text('card.matched', { name });
  const number = numberCard(board, position);
  if (isFaceUp(game, position)) return text('card.open', { name, number });
  const row = Math.floor(position / board.columns) + 1;
  const column = (position % board.columns) + 1;
  return text('card.hidden', { number, row, column });
}

/** Counts cards from 1, row by row, without the empty centre. */
function numberCard({ cells }: Board, position: number): number {
  return cells.slice(0, position + 1).filter((cell) => cell !== null).length;
}

/** Returns the sentence read out after a change of the game; with two players also whose turn it is. */
export function announce(game: Game, { isForTwo = false } = {}): string {
  if (isWon(game)) return text('game.won');
  const sentence = describeEvent(game);
  if (!isForTwo || game.event.kind === 'revealed') return sentence;
  const turn = game.turn === 0 ? text('game.turn-first') : text('game.turn-second');
  return sentence === '' ? turn : text('game.said-and-turn', { sentence, turn });
}

function describeEvent(game: Game): string {
  const { event, board } = game;
  if (event.kind === 'revealed') return nameCard(game, event.position);
  if (event.kind === 'matched')
    return text('game.match', { name: board.cells[event.position]?.name ?? '', ...countPairs(game) });
  return event.kind === 'missed' ? text('game.miss') : '';
}

/** Counts the pairs: those found, and all. */
export function countPairs({ board, matched }: Game): { found: number; total: number } {
  return { found: matched.length / 2, total: countCards(board) / 2 };
}

/** Splits a word into three parts; the middle one is its letter where it first occurs (fox under X). */
export function splitAtLetter(
  word: string,
  letter: string,
  pack?: FurtherPack,
): [before: string, letter: string, after: string] {
  const toSmall = (text: string) => text.toLocaleLowerCase(pack ?? game.OWN_PACK);
  const at = toSmall(word).indexOf(toSmall(letter));
  if (at < 0) return [word, '', ''];
  const end = at + letter.length;
  return [word.slice(0, at), word.slice(at, end), word.slice(end)];
}
