import { useEffect, useEffectEvent, useState } from 'react';

import type { Board } from '../rules/board.ts';
import type { Choice } from '../rules/dealer.ts';
import { findLargerBoard, findNextLetter } from './onward.ts';
import { ofPack, saveOfPack } from '../preferences/pack-preferences.ts';
import { loadPreferences } from '../preferences/preferences.ts';
import { isWon, type Game } from '../rules/rules.ts';
import { listSpoken } from '../rules/speech.ts';
import type { Offer } from '../letters/starting-choice.ts';
import { addWonLetters, parseWonLetters } from '../letters/won-letters.ts';

export interface OnwardDeps {
  offer: Offer | undefined;
  version: number;
  game: Game;
  /** The letters and the grid of the game. */
  choice: Choice | undefined;
  reserve: (choice: Choice) => void;
  /** Resolves to the new board, or undefined if none was dealt. */
  choose: (choice: Choice) => Promise<Board | undefined>;
  /** Says sounds. */
  speak: (addresses: readonly string[]) => void;
}

/** The ways on from a board: the next letter, and a larger board. `isKept`: remembers the letters that were won. */
export function useOnward({ isKept, ...deps }: OnwardDeps & { isKept: boolean }) {
  const { offer, version, game, choice, reserve, choose, speak } = deps;
  const hasWon = isWon(game);
  const next = offer && choice && findNextLetter(offer.categories, choice);
  const larger = hasWon && offer && choice ? findLargerBoard(offer, choice, game.wins) : undefined;
  const [isGoing, setGoing] = useState(false);

  const prepare = useEffectEvent(() => {
    for (const to of [next?.choice, larger]) if (to) reserve(to);
  });
  useEffect(() => {
    // Parts that could not be loaded are tried again after the victory.
    prepare();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- when it runs again, not what it reads
  }, [hasWon, version]);

  const { cells } = game.board;
  useEffect(() => {
    if (!hasWon || !isKept) return;
    const pack = cells.find((cell) => cell !== null)?.pack;
    const { won } = ofPack(loadPreferences(), pack);
    saveOfPack(pack, { won: addWonLetters(parseWonLetters(won), cells) });
  }, [hasWon, isKept, cells]);

  /** Starts another board, and says the letter that it introduces. Resolves to whether it was dealt. */
  const goOn = async (to: Choice, letter?: string): Promise<boolean> => {
    if (isGoing) return false;
    setGoing(true);
    const board = await choose(to);
    setGoing(false);
    const item = board?.cells.find((cell) => cell?.letter === letter);
    if (item) speak(listSpoken(item, { speech: 'both', isSecond: false }));
    return board !== undefined;
  };

  return { next, larger, isGoing, goOn };
}
