import { createChunk, prefetch } from '../../lib/chunk.ts';

/** The player with hls.js is a separate chunk. */
export const playerChunk = createChunk(() => import('./player.tsx'));

/** Prefetches the player when someone seems about to open a video. */
export function prefetchPlayer(): void {
  prefetch(playerChunk);
}
