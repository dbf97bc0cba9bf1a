import { catalog, type Data } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import type { NestViewer } from '../../library/videos/viewer.ts';
import { findRule } from '../rule-store.ts';
import { NO_TIME } from './count-time.ts';
import { toLocal, weekdayOf } from './local-time.ts';
import { toTimeState } from './time-of-day.ts';
import * as store from './time-store.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the last 30 days of a nest, newest first, with the limit that each had. Today, and a day of which no limit was
 * kept, has that of the present rule.
 */
export async function listMinutes(db: Db, nest: NestViewer): Promise<Data<typeof catalog.listNestMinutes>> {
  const rule = await findRule(db, nest.ruleId, nest.ownerId);
  if (!rule) return { days: [], time: NO_TIME };
  const nowMs = await store.readClock(db);
  const counted = new Map((await store.listDays(db, nest.nestId)).map((row) => [row.day, row]));
  const last = toLocal(nowMs, rule.zone).day;
  const days = listDaysUntil(last).map((day) => {
    const kept = counted.get(day);
    const isKept = day !== last && kept !== undefined && kept.has_limit !== null;
    const limitMinutes = isKept ? kept.limit_minutes : (rule.minutes?.[weekdayOf(day)] ?? null);
    return { day, seconds: kept?.seconds ?? 0, limitMinutes, extraMinutes: kept?.extra_minutes ?? 0 };
  });
  const today = await store.findToday(db, nest, rule, nowMs);
  return { days, time: toTimeState(store.toTimeRule(rule), today, nowMs, null).time };
}

function listDaysUntil(last: string): string[] {
  const lastMs = Date.parse(last); // in UTC, where all days are equally long
  return Array.from({ length: catalog.MINUTES_DAYS }, (_, ago) =>
    new Date(lastMs - ago * DAY_MS).toISOString().slice(0, 10),
  );
}
