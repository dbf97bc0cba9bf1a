import type { FailureReason, game, Language } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import { eachPackTables } from '../db/further-tables.ts';
import type { Db, PackImportRow, PackLineRow, Trx } from '../db/tables.ts';

/** Longer than any step takes. A process that dies leaves its import to others after this time. */
const CLAIM_SECONDS = 30;
/** Imports can be looked at for this long. */
const KEEP_HOURS = 24;

export interface NewImport {
  id: string;
  language: Language;
  key: string;
  replace: boolean;
  requestId: string;
  stepCount: number;
}

/** Adds an import that is to be worked on, and returns it. */
export async function createImport(
  trx: Trx,
  { requestId, stepCount, ...more }: NewImport,
): Promise<PackImportRow> {
  return trx
    .insertInto('pack_imports')
    .values({ ...more, request_id: requestId, step_count: stepCount, state: 'running' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the import with this id, into any pack, or undefined. */
export async function findImport(db: Db, id: string): Promise<PackImportRow | undefined> {
  const found = eachPackTables(db).map((tables) =>
    tables.selectFrom('pack_imports').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  return (await Promise.all(found)).find((row) => row !== undefined);
}

/** Returns the latest import into any pack, or undefined. */
export async function findLatestImport(db: Db): Promise<PackImportRow | undefined> {
  const found = eachPackTables(db).map((tables) =>
    tables
      .selectFrom('pack_imports')
      .selectAll()
      .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${KEEP_HOURS})`)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  const rows = (await Promise.all(found)).filter((row) => row !== undefined);
  return rows.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0];
}

/** A line with the state of its sound, if it has not been prepared. */
export type LineWithSound = PackLineRow & {
  sound_state: string | null;
  sound_error: string | null;
  error_reason: FailureReason | null;
};

/** Returns the lines of an import in order. */
export async function listLines(db: Db, importId: string): Promise<LineWithSound[]> {
  return db
    .selectFrom('pack_lines')
    .leftJoin('sound_jobs', 'sound_jobs.id', 'sound_id')
    .selectAll('pack_lines')
    .select(['sound_jobs.state as sound_state', 'sound_jobs.error as sound_error', 'sound_jobs.error_reason'])
    .where('import_id', '=', importId)
    .orderBy('step')
    .orderBy('number')
    .execute();
}

/** Returns the number of sounds of an import that are being prepared. */
export async function countPreparing(db: Db, importId: string): Promise<number> {
  const row = await db
    .selectFrom('pack_lines')
    .innerJoin('sound_jobs', 'sound_jobs.id', 'sound_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('import_id', '=', importId)
    .where('sound_jobs.state', '!=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Claims the oldest running import that no process works on, with a new token; undefined if there is none. */
export async function claimImport(db: Db): Promise<PackImportRow | undefined> {
  return db
    .updateTable('pack_imports')
    .set({ token: newId(), tries: sql`tries + 1`, claimed_until: claimedUntil() })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('pack_imports')
        .select('id')
        .where('state', '=', 'running')
        .where((or) => or.or([or('claimed_until', 'is', null), or('claimed_until', '<', sql<Date>`now()`)]))
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Ends a claim that is still held. Unless its step is to blame, that does not count as a try. */
export async function releaseImport(
  db: Db,
  { id, token }: PackImportRow,
  { isToBlame }: { isToBlame: boolean },
): Promise<void> {
  await db
    .updateTable('pack_imports')
    .set({ token: null, claimed_until: null, tries: sql`tries - ${isToBlame ? 0 : 1}::integer` })
    .where('id', '=', id)
    .where('token', '=', token)
    .execute();
}

/** Thrown in a transaction to roll it back, if another process has taken the import over. */
export class ClaimLostError extends Error {}

/** Keeps a claim for the following step, which is then begun. Throws `ClaimLostError` if it was lost. */
export async function endStep(
  trx: Trx,
  { id, token }: PackImportRow,
  end: { step: number; lines: NewLine[] },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('pack_imports')
    .set({ next_step: end.step + 1, tries: 1, claimed_until: claimedUntil() })
    .where('id', '=', id)
    .where('token', '=', token)
    .where('next_step', '=', end.step)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ClaimLostError();
  if (end.lines.length > 0)
    await trx
      .insertInto('pack_lines')
      .values(
        end.lines.map(({ explanation, soundReason, ...line }, number) => ({
          ...line,
          ...{ explanation: toJson(explanation), sound_reason: toJson(soundReason) },
          ...{ import_id: id, step: end.step, number },
        })),
      )
      .execute();
}

export type NewLine = game.PackLine & Pick<PackLineRow, 'sound_id'>;

function toJson(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

/** Ends an import whose claim is still held. */
export async function finishImport(trx: Trx, { id, token }: PackImportRow): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pack_imports')
    .set({ state: 'done', token: null, claimed_until: null })
    .where('id', '=', id)
    .where('token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the imports that are done and can no longer be looked at. */
export async function deleteOldImports(db: Db): Promise<void> {
  await db
    .deleteFrom('pack_imports')
    .where('state', '=', 'done')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEEP_HOURS})`)
    .execute();
}

function claimedUntil() {
  return sql<Date>`now() + make_interval(secs => ${CLAIM_SECONDS})`;
}
