import type { status } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import type { SiteFindingRow } from '../db/told-tables.ts';
import { isHidden } from './rules.ts';

/** A problem that is not found for this long has ended; one that comes back sooner has stood all the time. */
export const SETTLED_SECONDS = 600;
/** A problem is told once it has stood this long. */
export const STANDS_SECONDS = 3600;
/** Nobody is told the same within this time. */
const PAUSE_SECONDS = 24 * 3600;
/** Time after which nothing is remembered of a problem that has ended. */
const REMEMBERED_SECONDS = 60 * 24 * 3600;

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/**
 * Records what was found at `now`. With `isComplete`, every other problem is absent from now on; otherwise those of the
 * parts that did not answer may still stand.
 */
export async function noteFindings(
  db: Db,
  report: { findings: readonly status.Finding[]; isComplete: boolean; now: Date },
): Promise<void> {
  const { findings, isComplete, now } = report;
  const settled = before(now, SETTLED_SECONDS);
  await db.transaction().execute(async (trx) => {
    for (const finding of findings)
      await trx
        .insertInto('site_findings')
        .values({
          finding_id: finding.id,
          about: finding.about,
          finding: toJson(finding),
          since: now,
          seen_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['finding_id', 'about']).doUpdateSet({
            finding: toJson(finding),
            seen_at: now,
            absent_since: null,
            // While the site was stopped, nobody knows whether it stood.
            since: sql`case
              when site_findings.told_at is null
                and coalesce(site_findings.absent_since, site_findings.seen_at) < ${settled}
              then excluded.since else least(site_findings.since, excluded.since) end`,
          }),
        )
        .execute();
    if (isComplete)
      await trx
        .updateTable('site_findings')
        .set({ absent_since: now })
        .where('absent_since', 'is', null)
        .where('seen_at', '<', now)
        .execute();
  });
}

/** Returns a finding as JSON, without the characters that Postgres stores in none. */
function toJson(finding: status.Finding): string {
  return JSON.stringify(finding).replaceAll(/\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '\\ufffd');
}

/** Returns the problems that stand, the oldest first. */
export async function listStanding(db: Db): Promise<SiteFindingRow[]> {
  return db
    .selectFrom('site_findings')
    .selectAll()
    .where('absent_since', 'is', null)
    .orderBy('since')
    .orderBy('finding_id')
    .orderBy('about')
    .execute();
}

/** Records that a problem is absent from `now` on. */
export async function endFinding(
  db: Db,
  { id, about }: Pick<status.Finding, 'id' | 'about'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('site_findings')
    .set({ absent_since: now })
    .where('finding_id', '=', id)
    .where('about', '=', about)
    .where('absent_since', 'is', null)
    .execute();
}

/**
 * Returns the problems that have stood for an hour, and the ends of told ones, of which nobody was told. A warning that has
 * become an error counts as untold. Of a problem that hides behind another one, it is not known that it has ended.
 */
export async function listUntoldFindings(
  trx: Trx,
  now: Date,
): Promise<Record<'began' | 'ended', SiteFindingRow[]>> {
  const settled = before(now, SETTLED_SECONDS);
  const paused = before(now, PAUSE_SECONDS);
  const rows = trx.selectFrom('site_findings').selectAll().orderBy('since').orderBy('finding_id');
  const began = await rows
    .where('absent_since', 'is', null)
    .where('seen_at', '>', settled)
    .where('since', '<=', before(now, STANDS_SECONDS))
    .where(sql<boolean>`(told_at is null or told_severity = 'warning' and finding ->> 'severity' = 'error')`)
    // A time in the future is from a clock that was ahead.
    .where(sql<boolean>`(began_told_at is null or began_told_at <= ${paused} or began_told_at > ${now})`)
    .execute();
  const ended = await rows
    .where('told_at', 'is not', null)
    .where('absent_since', '<=', settled)
    .where(sql<boolean>`(ended_told_at is null or ended_told_at <= ${paused} or ended_told_at > ${now})`)
    .execute();
  const standing = await trx
    .selectFrom('site_findings')
    .select('finding_id')
    .where((eb) => eb.or([eb('absent_since', 'is', null), eb('absent_since', '>', settled)]))
    .execute();
  const ids = new Set<string>(standing.map(({ finding_id: id }) => id));
  return { began, ended: ended.filter(({ finding_id: id }) => !isHidden(id, ids)) };
}

/** Remembers that somebody was told that problems stand, or that they have ended. */
export async function markTold(
  trx: Trx,
  rows: readonly SiteFindingRow[],
  told: { what: 'began' | 'ended'; now: Date },
): Promise<void> {
  for (const { finding_id: id, about, finding } of rows)
    await trx
      .updateTable('site_findings')
      .set(
        told.what === 'began'
          ? { told_at: told.now, began_told_at: told.now, told_severity: finding.severity }
          : { told_at: null, ended_told_at: told.now, told_severity: null },
      )
      .where('finding_id', '=', id)
      .where('about', '=', about)
      .execute();
}

/** Deletes what is remembered of problems that ended long ago. */
export async function deleteOldFindings(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom('site_findings')
    .where('seen_at', '<', before(now, REMEMBERED_SECONDS))
    .where('told_at', 'is', null)
    .execute();
}
