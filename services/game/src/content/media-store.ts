import type { FailureReason, Language } from '@larksong/contracts';
import { sql } from 'kysely';

import { eachPackTables } from '../db/further-tables.ts';
import type { Db, Trx } from '../db/tables.ts';
import { dbOfPack } from './pack.ts';

/** Pictures and sounds belong to a name of a letter, so that both cards of a pair share them. */
interface MediaName {
  categoryId: string;
  name: string;
}

/** Stands in for a name where the sound says the letter itself; no item has an empty name. */
export const LETTER_ITSELF = '';

/** Returns the folder of one upload, named only by its id. */
export function folderOf(id: string): string {
  return `game/${id}/`;
}

/** A picture, a sound, or a sound upload that is being prepared or has failed. */
export type MediaRow =
  | (MediaName & { kind: 'picture' | 'sound' })
  | (MediaName & {
      kind: 'job';
      state: 'due' | 'running' | 'failed';
      error: string | null;
      reason: FailureReason | null;
    });

/** Returns the uploads for the names of these letters. */
export async function listMedia(db: Db, categoryIds: string[]): Promise<MediaRow[]> {
  if (categoryIds.length === 0) return [];
  const listNames = (table: 'pictures' | 'sounds') =>
    db
      .selectFrom(table)
      .select(['category_id as categoryId', 'name'])
      .where('category_id', 'in', categoryIds)
      .execute();
  const listJobs = db
    .selectFrom('sound_jobs')
    .select(['category_id as categoryId', 'name', 'state', 'error', 'error_reason as reason'])
    .where('category_id', 'in', categoryIds)
    .execute();
  const [pictures, sounds, jobs] = await Promise.all([listNames('pictures'), listNames('sounds'), listJobs]);
  return [
    ...pictures.map((row) => ({ ...row, kind: 'picture' as const })),
    ...sounds.map((row) => ({ ...row, kind: 'sound' as const })),
    ...jobs.map((row) => ({ ...row, kind: 'job' as const })),
  ];
}

/** An uploaded picture or sound, as requests name it. */
export interface MediaOwner {
  pack: Language;
  table: 'pictures' | 'sounds';
  letter: string;
  name: string;
}

/** Returns the names of all packs that have an uploaded picture or sound. */
export async function listMediaNames(db: Db): Promise<MediaOwner[]> {
  const of = (tables: Db, table: MediaOwner['table']) =>
    tables
      .selectFrom(table)
      .innerJoin('categories', 'categories.id', `${table}.category_id`)
      .select(['language as pack', 'letter', 'name', sql<MediaOwner['table']>`${table}::text`.as('table')]);
  const found = eachPackTables(db).map((tables) =>
    of(tables, 'pictures').unionAll(of(tables, 'sounds')).execute(),
  );
  return (await Promise.all(found)).flat();
}

/** Returns the key of the uploaded picture or sound of a name; undefined if nothing was uploaded. */
export async function findMediaKey(db: Db, of: MediaOwner): Promise<string | undefined> {
  const { table } = of;
  const row = await dbOfPack(db, of.pack)
    .db.selectFrom(table)
    .innerJoin('categories', 'categories.id', `${table}.category_id`)
    .select('key')
    .where('language', '=', of.pack)
    .where('letter', '=', of.letter)
    .where('name', '=', of.name)
    .executeTakeFirst();
  return row?.key;
}

export interface NewMedia extends MediaName {
  id: string;
  key: string;
  sourceHash: string | null;
}

/** Saves a picture, replacing the previous one. */
export async function savePicture(trx: Trx, picture: NewMedia): Promise<void> {
  const { id, key, sourceHash: source_hash } = picture;
  const values = { id, key, source_hash };
  await trx
    .insertInto('pictures')
    .values({ ...values, category_id: picture.categoryId, name: picture.name })
    .onConflict((conflict) =>
      conflict.columns(['category_id', 'name']).doUpdateSet({ ...values, created_at: new Date() }),
    )
    .execute();
}

/** Saves a prepared sound, replacing the previous one; its duration is null if it was not measured. */
export async function saveSound(
  trx: Trx,
  sound: NewMedia & { durationSeconds: number | null },
): Promise<void> {
  const { id, key, durationSeconds, sourceHash } = sound;
  const values = { id, key, duration_seconds: durationSeconds, source_hash: sourceHash };
  await trx
    .insertInto('sounds')
    .values({ ...values, category_id: sound.categoryId, name: sound.name })
    .onConflict((conflict) =>
      conflict.columns(['category_id', 'name']).doUpdateSet({ ...values, created_at: new Date() }),
    )
    .execute();
}

const TABLES = ['pictures', 'sounds', 'sound_jobs'] as const;
type MediaTable = (typeof TABLES)[number];

/** Returns the storage folders of all uploads for a name. */
export async function listFoldersOfName(
  trx: Trx,
  { categoryId, name }: MediaName,
  tables: readonly MediaTable[] = TABLES,
): Promise<{ prefix: string }[]> {
  const ids: string[] = [];
  for (const table of tables) {
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('category_id', '=', categoryId)
      .where('name', '=', name)
      .execute();
    ids.push(...rows.map((row) => row.id));
  }
  return ids.map((id) => ({ prefix: folderOf(id) }));
}

/** Returns the storage folders of all uploads for a letter. */
export async function listFoldersOfCategory(trx: Trx, categoryId: string): Promise<{ prefix: string }[]> {
  const ids: string[] = [];
  for (const table of TABLES) {
    const rows = await trx.selectFrom(table).select('id').where('category_id', '=', categoryId).execute();
    ids.push(...rows.map((row) => row.id));
  }
  return ids.map((id) => ({ prefix: folderOf(id) }));
}

/** Deletes the rows of picture and sound of a name, or only those in `tables`. */
export async function deleteMediaRows(
  trx: Trx,
  { categoryId, name }: MediaName,
  tables: readonly MediaTable[] = TABLES,
): Promise<void> {
  for (const table of tables)
    await trx.deleteFrom(table).where('category_id', '=', categoryId).where('name', '=', name).execute();
}
