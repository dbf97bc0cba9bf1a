import { OnwardCards } from './onward-cards.tsx';
import { isWon } from '../rules/rules.ts';
import { useOnward, type OnwardDeps } from './use-onward.ts';

export interface OnwardWaysProps extends OnwardDeps {
  /** The id of the song offered last. */
  lastSong: string | undefined;
  onSong: (id: string) => void;
  /** Another board was dealt. */
  onDealt: () => void;
}

/** Prepares the ways on from a board while it is played, and shows them when it is won. */
export function OnwardWays({ lastSong, onSong, onDealt, ...deps }: OnwardWaysProps) {
  const { next, larger, isGoing, goOn } = useOnward(deps);
  const { game, choice } = deps;
  if (!isWon(game)) return null;
  return (
    <OnwardCards
      board={game.board}
      serial={game.serial}
      letters={choice?.letters ?? []}
      next={next}
      larger={larger}
      isGoing={isGoing}
      lastSong={lastSong}
      onSong={onSong}
      onGo={(to, letter) => void goOn(to, letter).then((isDealt) => isDealt && onDealt())}
    />
  );
}
