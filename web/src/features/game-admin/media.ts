import type { AdminItem } from '@larksong/contracts';

import { createStore, useStore } from '../../lib/store.ts';

type Medium = Pick<AdminItem, 'letter' | 'name'>;

/** What sounds are made of, for file choosers; some systems know the endings alone. */
export const SOUND_FILES = 'audio/*,.mp3,.wav,.ogg,.m4a,.webm';

/** Where a name's picture lies, as people read it (specification section 3). */
export function toPicturePath({ letter, name }: Medium): string {
  return `/Images/${letter}/${name}.png`;
}

/** The same as an address. A version is for the browser alone, which shows a picture of the same address again. */
export function toPictureAddress({ letter, name }: Medium, version = 0): string {
  const address = `/Images/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.png`;
  return version === 0 ? address : `${address}?v=${version}`;
}

export function toSoundAddress({ letter, name }: Medium, version: number): string {
  return `/Audio/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.mp3?v=${version}`;
}

/** When pictures were last changed in this page, by their path. */
const versions = createStore<Readonly<Record<string, number>>>({});

export function usePictureVersion(medium: Medium): number {
  return useStore(versions)[toPicturePath(medium)] ?? 0;
}

/** Makes the page show a picture anew that was replaced or removed. */
export function markPictureChanged(medium: Medium): void {
  versions.set({ ...versions.get(), [toPicturePath(medium)]: Date.now() });
}
