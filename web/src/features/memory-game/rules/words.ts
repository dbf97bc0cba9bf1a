import type { Board } from './board.ts';
import { countCards, isFaceUp, isWon, type Game, type Player } from './rules.ts';

const VICTORY = 'Great job! You found all the pairs!';

/** Returns a card's accessible name: `Card 5, row 2, column 1, hidden`, then `apple, card 5`, then `apple, matched`. */
export function nameCard(game: Game, position: number): string {
  const { board, matched } = game;
  const { name = '' } = board.cells[position] ?? {};
  if (matched.includes(position)) return `${name}, matched`;
  const number = numberCard(board, position);
  if (isFaceUp(game, position)) return `${name}, card ${number}`;
  const row = Math.floor(position / board.columns) + 1;
  const column = (position % board.columns) + 1;
  return `Card ${number}, row ${row}, column ${column}, hidden`;
}

/** Counts cards from 1, row by row, without the empty centre. */
function numberCard({ cells }: Board, position: number): number {
  return cells.slice(0, position + 1).filter((cell) => cell !== null).length;
}

/** Returns the sentence read out after a change of the game; with two players also whose turn it is. */
export function announce(game: Game, { isForTwo = false } = {}): string {
  if (isWon(game)) return VICTORY;
  const sentence = describeEvent(game);
  if (!isForTwo || game.event.kind === 'revealed') return sentence;
  return [sentence, `${PLAYERS[game.turn]}'s turn`].filter(Boolean).join('. ');
}

/** The names of two players, after their pictures. */
export const PLAYERS: Record<Player, string> = { 0: 'Blue bird', 1: 'Orange bird' };

function describeEvent(game: Game): string {
  const { event, board } = game;
  if (event.kind === 'revealed') return nameCard(game, event.position);
  if (event.kind === 'matched')
    return `Match! ${board.cells[event.position]?.name ?? ''}. ${countPairs(game)} pairs`;
  return event.kind === 'missed' ? 'Not a pair' : '';
}

/** Returns the pairs found and their total: `1 of 2`. */
export function countPairs({ board, matched }: Game): string {
  return `${matched.length / 2} of ${countCards(board) / 2}`;
}

/** Splits a word into three parts; the middle one is its letter where it first occurs (fox under X). */
export function splitAtLetter(word: string, letter: string): [before: string, letter: string, after: string] {
  const at = word.toLowerCase().indexOf(letter.toLowerCase());
  if (at < 0) return [word, '', ''];
  const end = at + letter.length;
  return [word.slice(0, at), word.slice(at, end), word.slice(end)];
}
