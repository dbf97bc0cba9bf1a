import { useEffect, useState } from 'react';

import type { Game } from './rules/rules.ts';

/** Time for which a replaced game with found pairs can be restored. */
const UNDO_MS = 5_000;

/** Keeps a game that another deal has replaced, for a short time and if pairs were found in it. */
export function useReplacedGame() {
  const [game, setGame] = useState<Game>();
  useEffect(() => {
    if (!game) return undefined;
    const timer = setTimeout(() => setGame(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [game]);
  return {
    game,
    keep: (ended: Game) => setGame(ended.matched.length > 0 ? ended : undefined),
    forget: () => setGame(undefined),
  };
}
