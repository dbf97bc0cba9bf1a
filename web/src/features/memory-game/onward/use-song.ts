import { useQuery } from '@tanstack/react-query';

import { UNAWAITED } from '../../../api/slow-reads.ts';
import { countCards, isWon, type Game } from '../rules/rules.ts';
import { findSong } from './songs.ts';

interface SongDeps {
  game: Game;
  /** The letters of the game. */
  letters: readonly string[];
  /** The id of the song offered last. */
  last: string | undefined;
  /** Whether the site is asked for one at all. */
  isAsked: boolean;
}

/**
 * Finds a song of a letter of the board, the newest letter first, once one pair is left: at the victory it is known
 * where the pictures are. `isWaiting` while it is not.
 */
export function useSong({ game, letters, last, isAsked }: SongDeps) {
  const dealt = new Set(game.board.cells.flatMap((cell) => cell?.letter ?? []));
  const candidates = letters.filter((letter) => dealt.has(letter)).toReversed();
  const isNearlyWon = isWon(game) || countCards(game.board) - game.matched.length === 2;
  const { data, isFetching } = useQuery({
    queryKey: ['songOfLetters', candidates, game.serial],
    queryFn: ({ signal }) => findSong(candidates, { last, random: Math.random, signal }),
    enabled: isAsked && isNearlyWon,
    staleTime: Infinity, // one song for each victory
    retry: false,
    meta: UNAWAITED,
  });
  return { song: data ?? undefined, isWaiting: isFetching };
}
