import type { catalog } from '@larksong/contracts';

import { text, type Texts } from '../../lib/texts.ts';

const MINUTE_SECONDS = 60;
const HOUR_MINUTES = 60;

/** Returns how long a list is, such as `15 min`, `2 h` or `1 h 5 min`; at least a minute. */
export function formatLength(seconds: number): string {
  const total = Math.max(1, Math.round(seconds / MINUTE_SECONDS));
  const [hours, minutes] = [Math.floor(total / HOUR_MINUTES), total % HOUR_MINUTES];
  if (hours === 0) return text('span.minutes', { minutes });
  return minutes === 0 ? text('span.hours', { hours }) : text('span.hours-minutes', { hours, minutes });
}

/** Returns the number of songs and how long they are. */
export function describeSongs(
  { songCount, durationSeconds }: Pick<catalog.SongListCard, 'songCount' | 'durationSeconds'>,
  t: Texts,
): string {
  const count = t('lists.songs', { count: songCount });
  return songCount === 0 ? count : `${count} · ${formatLength(durationSeconds)}`;
}
