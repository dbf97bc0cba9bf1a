import { catalog, type Data } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import type { NestViewer } from '../../library/videos/viewer.ts';
import { findRule } from '../rule-store.ts';
import { NO_TIME } from './count-time.ts';
import { toLocal } from './local-time.ts';
import { toTimeState } from './time-of-day.ts';
import * as store from './time-store.ts';

const DAY_MS = 86_400_000;

/** Returns the last 30 days of a nest, newest first, with the limit that each would have by the present rule. */
export async function listMinutes(db: Db, nest: NestViewer): Promise<Data<typeof catalog.listNestMinutes>> {
  const rule = await findRule(db, nest.ruleId, nest.ownerId);
  if (!rule) return { days: [], time: NO_TIME };
  const nowMs = await store.readClock(db);
  const counted = new Map((await store.listDays(db, nest.nestId)).map((row) => [row.day, row]));
  const days = listDaysUntil(toLocal(nowMs, rule.zone).day).map((day) => {
    const { seconds = 0, extra_minutes: extraMinutes = 0 } = counted.get(day) ?? {};
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    return { day, seconds, limitMinutes: rule.minutes?.[weekday] ?? null, extraMinutes };
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
