import type { catalog } from '@larksong/contracts';
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
  /** In a nest: a song of it, if one fits. No letters are stored there as won on the device. */
  ofNest?: { song: catalog.Video | undefined; toSong: (id: string) => string };
}

/** Prepares the ways on from a board while it is played, and shows them when it is won. */
export function OnwardWays(props: OnwardWaysProps) {
  const { lastSong, onSong, onDealt, playAgain, letters, ofNest, ...deps } = props;
  const isKept = ofNest === undefined;
  const { next, larger, isGoing, goOn } = useOnward({ ...deps, isKept });
  const { game, choice } = deps;
  const { song, isWaiting } = useSong({
    ...{ game, letters: choice?.letters ?? [], last: lastSong },
    isAsked: isKept,
  });
  if (!isWon(game)) return null;
  return (
    <OnwardCards
      serial={game.serial}
      next={next}
      larger={larger}
      isGoing={isGoing}
      onGo={(to, letter) => void goOn(to, letter).then((isDealt) => isDealt && onDealt())}
      song={ofNest ? ofNest.song : song}
      toSong={ofNest?.toSong}
      isSongWaiting={isWaiting}
      onSong={onSong}
      playAgain={playAgain}
      letters={letters}
    />
  );
}
