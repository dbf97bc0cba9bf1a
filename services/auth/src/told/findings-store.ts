import type { status } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import type { SiteFindingRow } from '../db/told-tables.ts';

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
          finding: JSON.stringify(finding),
          since: now,
          seen_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['finding_id', 'about']).doUpdateSet({
            finding: JSON.stringify(finding),
            seen_at: now,
            absent_since: null,
            // While the site was stopped, nobody knows whether it stood.
            since: sql`case
              when site_findings.told_at is null
                and coalesce(site_findings.absent_since, site_findings.seen_at) < ${settled}
              then excluded.since else site_findings.since end`,
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

/**
 * Returns the problems that have stood for an hour, and the ends of told ones, of which nobody was told. `ended` excludes
 * the ends of problems that have become others of the same kind, such as a disk that was nearly full and is full now; they
 * are in `replaced`.
 */
export async function listUntoldFindings(
  trx: Trx,
  now: Date,
): Promise<Record<'began' | 'ended' | 'replaced', SiteFindingRow[]>> {
  const settled = before(now, SETTLED_SECONDS);
  const paused = before(now, PAUSE_SECONDS);
  const rows = trx.selectFrom('site_findings').selectAll().orderBy('since').orderBy('finding_id');
  const began = await rows
    .where('told_at', 'is', null)
    .where('absent_since', 'is', null)
    .where('seen_at', '>', settled)
    .where('since', '<=', before(now, STANDS_SECONDS))
    .where((eb) => eb.or([eb('began_told_at', 'is', null), eb('began_told_at', '<=', paused)]))
    .execute();
  const ended = await rows
    .where('told_at', 'is not', null)
    .where('absent_since', '<=', settled)
    .where((eb) => eb.or([eb('ended_told_at', 'is', null), eb('ended_told_at', '<=', paused)]))
    .execute();
  const standing = await trx
    .selectFrom('site_findings')
    .select(['finding_id', 'about'])
    .where('absent_since', 'is', null)
    .execute();
  const subjects = new Set(standing.map(subjectOf));
  return {
    began,
    ended: ended.filter((row) => !subjects.has(subjectOf(row))),
    replaced: ended.filter((row) => subjects.has(subjectOf(row))),
  };
}

/** Returns what a problem concerns: `storage` of `storage-full`, and the part of the site. */
function subjectOf({ finding_id: id, about }: Pick<SiteFindingRow, 'finding_id' | 'about'>): string {
  return `${id.split('-')[0] ?? id} ${about}`;
}

/** Remembers that somebody was told that problems stand, or that they have ended. */
export async function markTold(
  trx: Trx,
  rows: readonly SiteFindingRow[],
  told: { what: 'began' | 'ended'; now: Date },
): Promise<void> {
  const set =
    told.what === 'began'
      ? { told_at: told.now, began_told_at: told.now }
      : { told_at: null, ended_told_at: told.now };
  for (const { finding_id: id, about } of rows)
    await trx
      .updateTable('site_findings')
      .set(set)
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
