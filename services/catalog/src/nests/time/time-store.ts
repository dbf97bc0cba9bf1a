import { catalog } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql, type Selectable } from 'kysely';

import type { NestPlayersTable } from '../../db/nest-tables.ts';
import type { Db, Trx } from '../../db/tables.ts';
import type { NestViewer } from '../../library/videos/viewer.ts';
import type { RuleRow } from '../rule-store.ts';
import type { Interval } from './intervals.ts';
import type { DayPart } from './local-time.ts';
import { toLocal, weekdayOf } from './local-time.ts';
import { NO_COUNT, type DayCount, type TimeRule } from './time-of-day.ts';

export type PlayerRow = Selectable<NestPlayersTable>;

/** Returns the moment of the database, in milliseconds since 1970, by which all time is counted. */
export async function readClock(db: Db | Trx): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  return Math.floor(rows[0]?.now ?? 0);
}

/** Locks the clock of a nest until the transaction ends, and returns the intervals of its last minute. */
export async function lockClock(trx: Trx, nestId: string): Promise<Interval[]> {
  await trx
    .insertInto('nest_clocks')
    .values({ nest_id: nestId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('nest_clocks')
    .select('recent')
    .where('nest_id', '=', nestId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.recent;
}

export async function saveClock(trx: Trx, nestId: string, recent: readonly Interval[]): Promise<void> {
  await trx
    .updateTable('nest_clocks')
    .set({ recent: JSON.stringify(recent) })
    .where('nest_id', '=', nestId)
    .execute();
}

/** Returns what was counted on a day. More time that was given before its midnight opens the hours after it as well. */
export async function findDay(db: Db | Trx, nestId: string, day: string): Promise<DayCount> {
  const rows = await db
    .selectFrom('nest_days')
    .select(['seconds', 'after_seconds', 'extra_minutes', 'over_at'])
    .select(sql<boolean>`day = ${day}::date`.as('is_today'))
    .select(sql<Date | null>`max(extra_until) over ()`.as('extra_until'))
    .where('nest_id', '=', nestId)
    .where(sql<boolean>`day between ${day}::date - 1 and ${day}::date`)
    .execute();
  const row = rows.find(({ is_today: isToday }) => isToday);
  if (!row) return { ...NO_COUNT, extraUntilMs: rows[0]?.extra_until?.getTime() ?? null };
  return {
    seconds: row.seconds,
    afterSeconds: row.after_seconds,
    extraMinutes: row.extra_minutes,
    extraUntilMs: row.extra_until?.getTime() ?? null,
    overAtMs: row.over_at?.getTime() ?? null,
  };
}

/** Adds counted seconds to their days, with the limit that each has by the rule. */
export async function addSeconds(
  trx: Trx,
  nestId: string,
  parts: readonly DayPart[],
  { isAfter, minutes }: { isAfter: boolean; minutes: TimeRule['minutes'] },
): Promise<void> {
  for (const { day, startMs, endMs } of parts) {
    const seconds = (endMs - startMs) / 1000;
    const after = isAfter ? seconds : 0;
    const limit = minutes?.[weekdayOf(day)] ?? null;
    await sql`
      insert into nest_days (nest_id, day, seconds, after_seconds, has_limit, limit_minutes)
      values (${nestId}, ${day}::date, ${seconds}::float8, ${after}::float8, ${limit !== null}, ${limit}::integer)
      on conflict (nest_id, day) do update set
        seconds = nest_days.seconds + excluded.seconds,
        after_seconds = nest_days.after_seconds + excluded.after_seconds,
        has_limit = excluded.has_limit,
        limit_minutes = excluded.limit_minutes`.execute(trx);
  }
}

/** Stores when the minutes of a day were used up; null if they are not. */
export async function saveOver(
  trx: Trx,
  nestId: string,
  { day, overAtMs }: { day: string; overAtMs: number | null },
): Promise<void> {
  const overAt = overAtMs === null ? null : new Date(overAtMs);
  await sql`
    insert into nest_days (nest_id, day, over_at) values (${nestId}, ${day}::date, ${overAt}::timestamptz)
    on conflict (nest_id, day) do update set over_at = excluded.over_at`.execute(trx);
}

/** Gives more minutes on a day, and opens its hours until a moment. */
export async function addExtra(
  trx: Trx,
  nestId: string,
  { day, minutes, untilMs }: { day: string; minutes: number; untilMs: number },
): Promise<void> {
  await sql`
    insert into nest_days (nest_id, day, extra_minutes, extra_until)
    values (${nestId}, ${day}::date, ${minutes}, ${new Date(untilMs)}::timestamptz)
    on conflict (nest_id, day) do update set
      extra_minutes = nest_days.extra_minutes + excluded.extra_minutes,
      extra_until = greatest(nest_days.extra_until, excluded.extra_until),
      over_at = null`.execute(trx);
}

/** Opens the hours of a day until a moment, for the nests of a rule on whose devices something plays. */
export async function openUntil(
  trx: Trx,
  ruleId: string,
  { day, untilMs }: { day: string; untilMs: number },
): Promise<void> {
  await sql`
    insert into nest_days (nest_id, day, extra_until)
    select distinct nest_id, ${day}::date, ${new Date(untilMs)}::timestamptz
    from nest_players join nest_ids using (nest_id) where rule_id = ${ruleId}
    on conflict (nest_id, day) do update set
      extra_until = greatest(nest_days.extra_until, excluded.extra_until)`.execute(trx);
}

/** Returns what a device plays; undefined before its first song. */
export async function findPlayer(db: Db | Trx, sessionId: string): Promise<PlayerRow | undefined> {
  return db.selectFrom('nest_players').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

/** Saves what a device plays, replacing what it played before. */
export async function savePlayer(trx: Trx, player: PlayerRow): Promise<void> {
  const { session_id: sessionId, ...fields } = { ...player, windows: JSON.stringify(player.windows) };
  await trx
    .insertInto('nest_players')
    .values({ session_id: sessionId, ...fields })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fields))
    .execute();
}

/** What was counted on a day. */
export interface CountedDay {
  day: string;
  seconds: number;
  extra_minutes: number;
  /** Whether the day had a limit; null if a version from before it was kept has counted. */
  has_limit: boolean | null;
  limit_minutes: number | null;
}

/** Returns the counted days of a nest, newest first. */
export async function listDays(db: Db, nestId: string): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select to_char(day, 'YYYY-MM-DD') as day, seconds, extra_minutes, has_limit, limit_minutes from nest_days
    where nest_id = ${nestId} order by day desc limit ${sql.lit(catalog.MINUTES_DAYS + 1)}`.execute(db);
  return rows;
}

/** Deletes days that are no longer shown, and what devices played an hour ago. */
export async function sweepTimes(db: Db, signal?: AbortSignal): Promise<void> {
  const days = sql.lit(catalog.MINUTES_DAYS);
  await deleteInBatches(db, {
    table: 'nest_days',
    where: sql`day < (now() at time zone 'UTC')::date - ${days}::integer`,
    signal,
  });
  await deleteInBatches(db, {
    table: 'nest_players',
    where: sql`coalesce(reported_at, begun_at) < now() - interval '1 hour'`,
    signal,
  });
}

/** Returns how long a nest may play by its rule. */
export function toTimeRule({ zone, minutes, hours_from: from, hours_to: to }: RuleRow): TimeRule {
  return { zone, minutes, hours: from === null || to === null ? null : { from, to } };
}

/** Returns what was counted on the present day of a rule's zone. */
export function findToday(
  db: Db | Trx,
  { nestId }: NestViewer,
  rule: RuleRow,
  nowMs: number,
): Promise<DayCount> {
  return findDay(db, nestId, toLocal(nowMs, rule.zone).day);
}
