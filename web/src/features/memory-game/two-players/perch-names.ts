import { text } from '../../../lib/texts.ts';
import { isWon, type Game, type Player } from '../rules/rules.ts';

/** Returns the name of a player's perch: `Blue bird, 2 pairs, its turn`. */
export function namePerch(game: Game, player: Player): string {
  const bird = player === 0 ? text('perch.first') : text('perch.second');
  const values = { bird, count: countFound(game, player) };
  return game.turn === player && !isWon(game)
    ? text('perch.pairs-turn', values)
    : text('perch.pairs', values);
}

/** Counts the pairs that a player has found. */
export function countFound({ finders }: Game, player: Player): number {
  return finders.filter((finder) => finder === player).length;
}
