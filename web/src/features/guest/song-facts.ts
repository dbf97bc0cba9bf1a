import type { catalog } from '@larksong/contracts';

import type { Texts } from '../../lib/texts.ts';

/** Returns how many songs a list has and how long they take: `6 songs · 15 min`. */
export function describeSongs(
  { songCount, durationSeconds }: Pick<catalog.GuestList, 'songCount' | 'durationSeconds'>,
  t: Texts,
): string {
  if (songCount === 0) return t('guest.songs', { count: 0 });
  const minutes = Math.max(1, Math.round(durationSeconds / 60));
  return t('guest.songs-and-minutes', { count: songCount, minutes });
}
