import { toPicturePath, type Medium } from '../../../parts/game-cards/game-media.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/** Sound types for file pickers; some systems know only the extensions. */
export const SOUND_FILES = 'audio/*,.mp3,.wav,.ogg,.m4a,.webm';

/** When pictures were last changed in this page, by their path. */
const versions = createStore<Readonly<Record<string, number>>>({});

/** Returns when a picture was last changed in this page, for its URL; 0 if it was not. */
export function usePictureVersion(medium: Medium): number {
  return useStore(versions)[toPicturePath(medium)] ?? 0;
}

/** Makes the page reload a picture that was replaced or removed. */
export function markPictureChanged(medium: Medium): void {
  versions.set({ ...versions.get(), [toPicturePath(medium)]: Date.now() });
}
