import type { Db, Trx } from '../db/tables.ts';

/** Pictures and sounds belong to a name of a letter, so that both cards of a pair share them. */
interface MediaName {
  categoryId: string;
  name: string;
}

/** Everything of one upload lies in a folder of its own, named by its id alone. */
export function folderOf(id: string): string {
  return `game/${id}/`;
}

/** A picture that is there, a sound that is there, or one that is being prepared or failed. */
export type MediaRow =
  | (MediaName & { kind: 'picture' | 'sound' })
  | (MediaName & { kind: 'job'; state: 'due' | 'running' | 'failed'; error: string | null });

/** What has been uploaded for the names of these letters. */
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
    .select(['category_id as categoryId', 'name', 'state', 'error'])
    .where('category_id', 'in', categoryIds)
    .execute();
  const [pictures, sounds, jobs] = await Promise.all([listNames('pictures'), listNames('sounds'), listJobs]);
  return [
    ...pictures.map((row) => ({ ...row, kind: 'picture' as const })),
    ...sounds.map((row) => ({ ...row, kind: 'sound' as const })),
    ...jobs.map((row) => ({ ...row, kind: 'job' as const })),
  ];
}

/** Key of the uploaded picture or sound at an address; undefined where nothing was uploaded. */
export async function findMediaKey(
  db: Db,
  table: 'pictures' | 'sounds',
  of: { letter: string; name: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .innerJoin('categories', 'categories.id', `${table}.category_id`)
    .select('key')
    .where('letter', '=', of.letter)
    .where('name', '=', of.name)
    .executeTakeFirst();
  return row?.key;
}

export interface NewMedia extends MediaName {
  id: string;
  key: string;
}

/** Puts a picture in the place of the one before. */
export async function savePicture(trx: Trx, { id, key, categoryId, name }: NewMedia): Promise<void> {
  await trx
    .insertInto('pictures')
    .values({ id, category_id: categoryId, name, key })
    .onConflict((conflict) =>
      conflict.columns(['category_id', 'name']).doUpdateSet({ id, key, created_at: new Date() }),
    )
    .execute();
}

/** Puts a prepared sound in the place of the one before; null for a length that nobody has measured. */
export async function saveSound(
  trx: Trx,
  sound: NewMedia & { durationSeconds: number | null },
): Promise<void> {
  const { id, key, durationSeconds } = sound;
  const values = { id, key, duration_seconds: durationSeconds };
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

/** Folders in storage of what was uploaded for a name. */
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

/** Folders in storage of everything that was uploaded for a letter. */
export async function listFoldersOfCategory(trx: Trx, categoryId: string): Promise<{ prefix: string }[]> {
  const ids: string[] = [];
  for (const table of TABLES) {
    const rows = await trx.selectFrom(table).select('id').where('category_id', '=', categoryId).execute();
    ids.push(...rows.map((row) => row.id));
  }
  return ids.map((id) => ({ prefix: folderOf(id) }));
}

/** Deletes the picture and the sound of a name, or only those of `tables`. */
export async function deleteMediaRows(
  trx: Trx,
  { categoryId, name }: MediaName,
  tables: readonly MediaTable[] = TABLES,
): Promise<void> {
  for (const table of tables)
    await trx.deleteFrom(table).where('category_id', '=', categoryId).where('name', '=', name).execute();
}
