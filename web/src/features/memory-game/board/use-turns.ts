import { useEffect, useReducer, useState } from 'react';

import { findVerdict, isWon, listHidden, listHints, NO_GAME, play, type Game } from '../rules/rules.ts';
import { toPauseMs } from '../rules/speech.ts';

/** After this time without a tap, one seen card wiggles. */
const IDLE_MS = 8_000;
/** If no card was seen yet, one lifts after the first time, and another one after the second. */
const LIFT_MS = 4_000;
const LIFT_AGAIN_MS = 15_000;

/**
 * Runs the game with its clock: two open cards are marked, or turn back, when their pause is over. `getSpeechLeftMs`
 * returns how long something is still being said.
 */
export function useTurns(getSpeechLeftMs: () => number) {
  const [game, dispatch] = useReducer(play, NO_GAME);
  const verdict = findVerdict(game);
  useEffect(() => {
    if (verdict === undefined) return undefined;
    let waitedMs = toPauseMs(verdict, 0);
    /** A card that is tapped meanwhile says its word again, so the end may move. */
    const settle = () => {
      const leftMs = toPauseMs(verdict, waitedMs + getSpeechLeftMs()) - waitedMs;
      if (leftMs <= 0) return dispatch({ kind: 'settle' });
      waitedMs += leftMs;
      timer = setTimeout(settle, leftMs);
    };
    let timer = setTimeout(settle, waitedMs);
    return () => clearTimeout(timer);
  }, [verdict, getSpeechLeftMs]);
  return { game, dispatch, hint: useHint(game) };
}
/** A card that moves to invite a tap: a card seen before wiggles, an unknown one lifts. */
export interface Hint {
  kind: 'wiggle' | 'lift';
  position: number;
}

/**
 * Returns the card that moves after a time without a tap: once a card seen before, or an unknown card while there is
 * none, and later another one.
 */
function useHint(game: Game): Hint | undefined {
  const [hint, setHint] = useState<{ game: Game; hint: Hint }>();
  useEffect(() => {
    if (isWon(game)) return undefined;
    const seen = listHints(game);
    const show = (kind: Hint['kind'], positions: readonly number[]): number | undefined => {
      const position = positions[Math.floor(Math.random() * positions.length)];
      if (position !== undefined) setHint({ game, hint: { kind, position } });
      return position;
    };
    let timer = setTimeout(
      () => {
        if (seen.length > 0) return void show('wiggle', seen);
        const first = show('lift', listHidden(game));
        const others = listHidden(game).filter((position) => position !== first);
        timer = setTimeout(() => show('lift', others), LIFT_AGAIN_MS);
      },
      seen.length > 0 ? IDLE_MS : LIFT_MS,
    );
    return () => clearTimeout(timer);
  }, [game]);
  return hint?.game === game ? hint.hint : undefined;
}
