import { createChunk, prefetch } from '../../lib/chunk.ts';

/** The player with hls.js lies in a chunk of its own. */
export const playerChunk = createChunk(() => import('./player.tsx'));

/** Fetches the player early, when somebody seems about to open a video. */
export function prefetchPlayer(): void {
  prefetch(playerChunk);
}
