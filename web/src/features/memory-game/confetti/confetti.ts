import { createChunk, prefetch } from '../../../lib/chunk.ts';

/** A separate chunk, since a game is played long before it is won. */
const confetti = createChunk(() => import('./throw-confetti.ts'));

/** Fetches the confetti early, so that it is available when a game is won, even without a network. */
export function prefetchConfetti(): void {
  prefetch(confetti);
}

/** Throws confetti over a canvas as soon as its code has loaded. Returns a function that stops it. */
export function startConfetti(canvas: HTMLCanvasElement): () => void {
  const ending = new AbortController();
  void throwWhenLoaded(canvas, ending.signal);
  return () => ending.abort();
}

async function throwWhenLoaded(canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  const code = await confetti.fetch().catch(() => null); // the praise is shown without it
  if (!signal.aborted) code?.throwConfetti(canvas, signal);
}
