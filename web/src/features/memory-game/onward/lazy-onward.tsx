import { createChunk, prefetch, useChunk } from '../../../lib/chunk.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { AlphabetPerchProps } from '../letters/alphabet-perch.tsx';
import { isWon } from '../rules/rules.ts';
import { OnwardFrame } from './onward-frame.tsx';
import type { OnwardWaysProps } from './onward-ways.tsx';
import { useDialogChunk } from '../../../parts/use-dialog-chunk.ts';

/** Everything after a victory is a separate chunk, since the first board is played without it. */
const onward = createChunk(() => import('./onward-chunk.ts'));

/** Fetches the chunk when someone seems about to open the alphabet. */
export function prefetchOnward(): void {
  prefetch(onward);
}

/** Rendered once a game has begun, so that the chunk is loaded when the game is won, even without a network. */
export function LazyOnwardWays(props: OnwardWaysProps) {
  const { loaded } = useChunk(onward);
  if (loaded) return <loaded.OnwardWays {...props} />;
  return isWon(props.game) ? <OnwardFrame playAgain={props.playAgain} more={props.letters} /> : null;
}

export function LazyAlphabetPerch(props: AlphabetPerchProps) {
  const { loaded } = useChunk(onward);
  return loaded ? <loaded.AlphabetPerch {...props} /> : null;
}

export function LazyAlphabetDialog({ onClose, ...perch }: AlphabetPerchProps & { onClose: () => void }) {
  const t = useTexts();
  const loaded = useDialogChunk(onward, { title: t('my-letters.title'), onClose });
  return loaded ? <loaded.AlphabetDialog {...perch} onClose={onClose} /> : null;
}
