import type { Item } from '@larksong/contracts';

type Medium = Pick<Item, 'letter' | 'name'>;

/** Sounds of the game itself (specification section 7). */
export const EFFECTS = {
  match: '/Audio/match.mp3',
  error: '/Audio/error.mp3',
  victory: '/Audio/victory.mp3',
} as const;
export type Effect = keyof typeof EFFECTS;

/** Where a card's picture is, where it has one. */
export function toPictureAddress({ letter, name }: Medium): string {
  return `/Images/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.png`;
}

/** Where a card's sound is, where it has one. */
export function toSoundAddress({ letter, name }: Medium): string {
  return `/Audio/${encodeURIComponent(letter)}/${encodeURIComponent(name)}.mp3`;
}
