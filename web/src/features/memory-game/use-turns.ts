import { useEffect, useReducer, useState } from 'react';

import { findVerdict, isWon, listHints, NO_GAME, PAUSE_MS, play, type Game } from './rules.ts';

/** After this time without a tap, one seen card wiggles. */
const IDLE_MS = 8_000;

/** Runs the game with its clock: two open cards are marked, or turn back, when their pause is over. */
export function useTurns() {
  const [game, dispatch] = useReducer(play, NO_GAME);
  const verdict = findVerdict(game);
  useEffect(() => {
    if (verdict === undefined) return undefined;
    const timer = setTimeout(() => dispatch({ kind: 'settle' }), PAUSE_MS[verdict]);
    return () => clearTimeout(timer);
  }, [verdict]);
  return { game, dispatch, hint: useHint(game) };
}

/** Returns the card that wiggles after a time without a tap: once, and again only after the next move. */
function useHint(game: Game): number | undefined {
  const [hint, setHint] = useState<{ game: Game; position: number }>();
  useEffect(() => {
    if (isWon(game)) return undefined;
    const timer = setTimeout(() => {
      const seen = listHints(game);
      const position = seen[Math.floor(Math.random() * seen.length)];
      if (position !== undefined) setHint({ game, position });
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [game]);
  return hint?.game === game ? hint.position : undefined;
}
