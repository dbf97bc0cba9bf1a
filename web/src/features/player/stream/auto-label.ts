import { text } from '../../../lib/texts.ts';

/** Returns the label of the automatic quality, including the one playing. */
export function toAutoLabel(playing: string | null): string {
  return playing === null ? text('player.auto') : text('player.auto-playing', { quality: playing });
}
