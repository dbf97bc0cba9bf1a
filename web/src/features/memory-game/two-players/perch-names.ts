import { isWon, type Game, type Player } from '../rules/rules.ts';
import { PLAYERS } from '../rules/words.ts';

/** Returns the name of a player's perch: `Blue bird, 2 pairs, its turn`. */
export function namePerch(game: Game, player: Player): string {
  const pairs = countFound(game, player);
  const turn = game.turn === player && !isWon(game) ? ', its turn' : '';
  return `${PLAYERS[player]}, ${pairs} ${pairs === 1 ? 'pair' : 'pairs'}${turn}`;
}

/** Counts the pairs that a player has found. */
export function countFound({ finders }: Game, player: Player): number {
  return finders.filter((finder) => finder === player).length;
}
