import type { Trx } from '../../db/tables.ts';
import { toLocal } from './local-time.ts';
import { isOpenAt, type TimeRule } from './time-of-day.ts';
import * as store from './time-store.ts';

/**
 * Notes when a changed rule ends the hours of the day before their time: the song that plays then is played out, as it
 * would be at their end.
 */
export async function noteNarrowedHours(
  trx: Trx,
  ruleId: string,
  { before, after }: { before: TimeRule; after: TimeRule },
): Promise<void> {
  const nowMs = await store.readClock(trx);
  if (!isOpenAt(before, nowMs) || isOpenAt(after, nowMs)) return;
  await store.openUntil(trx, ruleId, { day: toLocal(nowMs, after.zone).day, untilMs: nowMs });
}
