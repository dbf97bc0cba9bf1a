import { createChunk, useChunk } from '../../lib/chunk.ts';
import { loadWithTexts } from '../../lib/texts.ts';
import type { FlagButtonProps } from './flag-button.tsx';

/** A separate chunk, so that a song's page costs nothing more for it. */
const chunk = createChunk(() => loadWithTexts('tell', () => import('./flag-button.tsx')));

/** Tells a grown-up that something is wrong with a song; nothing until its code has arrived, or if it cannot be loaded. */
export function LazyFlag(props: FlagButtonProps) {
  const { loaded } = useChunk(chunk);
  return loaded && <loaded.FlagButton {...props} />;
}
