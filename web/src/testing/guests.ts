import type { catalog } from '@larksong/contracts';

import { video } from './videos.ts';

export const LINK_ID = '0198f3c2-7a1e-7d40-b1c9-00000000d001';

/** Returns the list of a link as its guests see it, with three songs. */
export function guestList(changes: Partial<catalog.GuestList> = {}): catalog.GuestList {
  const songs = changes.songs ?? [video(), video(), video()];
  return {
    linkId: LINK_ID,
    name: 'Morning circle',
    description: '',
    sign: 'sun',
    hue: 'tangerine',
    letters: [],
    songCount: songs.length,
    durationSeconds: songs.reduce((sum, song) => sum + (song.duration ?? 0), 0),
    covers: [],
    songs,
    updatedAt: '2026-11-29T10:00:00.000Z',
    ...changes,
  };
}

let serial = 0;

/** Returns a link that is open, with a new id each time. */
export function listLink(changes: Partial<catalog.ListLink> = {}): catalog.ListLink {
  serial += 1;
  return {
    id: `0198f3c2-7a1e-7d40-b1c9-${(0xf0_00_00 + serial).toString(16).padStart(12, '0')}`,
    name: 'Class 1b',
    code: 'k7m4-qx2p-93hd-vt6w',
    state: 'open',
    endsAt: null,
    showsOwn: false,
    hasPreview: true,
    madeAt: '2026-11-29T10:00:00.000Z',
    spoken: null,
    openings: [],
    openingCount: 0,
    ...changes,
  };
}
