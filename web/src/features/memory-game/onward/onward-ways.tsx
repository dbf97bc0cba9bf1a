import type { ReactNode } from 'react';

import { OnwardCards } from './onward-cards.tsx';
import { isWon } from '../rules/rules.ts';
import { useOnward, type OnwardDeps } from './use-onward.ts';
import { useSong } from './use-song.ts';

export interface OnwardWaysProps extends OnwardDeps {
  /** The id of the song offered last. */
  lastSong: string | undefined;
  onSong: (id: string) => void;
  /** Another board was dealt. */
  onDealt: () => void;
  playAgain: ReactNode;
  /** Opens the alphabet. */
  letters: ReactNode;
}

/** Prepares the ways on from a board while it is played, and shows them when it is won. */
export function OnwardWays({ lastSong, onSong, onDealt, playAgain, letters, ...deps }: OnwardWaysProps) {
  const { next, larger, isGoing, goOn } = useOnward(deps);
  const { game, choice } = deps;
  const { song, isWaiting } = useSong({ game, letters: choice?.letters ?? [], last: lastSong });
  if (!isWon(game)) return null;
  return (
    <OnwardCards
      serial={game.serial}
      next={next}
      larger={larger}
      isGoing={isGoing}
      onGo={(to, letter) => void goOn(to, letter).then((isDealt) => isDealt && onDealt())}
      song={song}
      isSongWaiting={isWaiting}
      onSong={onSong}
      playAgain={playAgain}
      letters={letters}
    />
  );
}
