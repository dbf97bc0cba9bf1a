import { createChunk, useChunk } from '../../../lib/chunk.ts';
import type { Game } from '../rules/rules.ts';

/** A separate chunk, since most children play alone. */
const perches = createChunk(() => import('./two-perches.tsx'));

/** The perches of two players, rendered when their chunk is loaded. */
export function LazyTwoPerches({ game }: { game: Game }) {
  const { loaded } = useChunk(perches);
  return loaded ? <loaded.TwoPerches game={game} /> : null;
}
