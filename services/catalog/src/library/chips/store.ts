import type { catalog } from '@larksong/contracts';

import type { Db, Tables, Trx } from '../../db/tables.ts';

type ChipsTable = Tables['chips'];
/** A chip without the bytes of its picture. */
export type ChipRow = Omit<ChipsTable, 'picture'>;
export type ChipTag = Pick<catalog.Chip, 'tagType' | 'tagValue'>;

const COLUMNS = ['tag_type', 'tag_value', 'is_shown', 'hue', 'scene', 'picture_id'] as const;

/** Returns the chips that were ever changed, also those of tags that no video has any more. */
export async function listChipRows(db: Db): Promise<ChipRow[]> {
  return db.selectFrom('chips').select(COLUMNS).execute();
}

/** Returns the uploaded picture with this id; undefined after it was replaced or removed. */
export async function findChipPicture(db: Db, pictureId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('chips')
    .select('picture')
    .where('picture_id', '=', pictureId)
    .executeTakeFirst();
  return row?.picture ?? undefined;
}

/** Returns whether a video has the tag. */
export async function isTagInUse(db: Db | Trx, { tagType, tagValue }: ChipTag): Promise<boolean> {
  const row = await db
    .selectFrom('video_tags')
    .select('video_id')
    .where('tag_type', '=', tagType)
    .where('tag_value', '=', tagValue)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the row of a chip, locked until the transaction ends; a plain one if it was never changed. */
export async function lockChip(trx: Trx, { tagType, tagValue }: ChipTag): Promise<ChipRow> {
  await trx
    .insertInto('chips')
    .values({
      tag_type: tagType,
      tag_value: tagValue,
      is_shown: false,
      hue: null,
      scene: null,
      picture_id: null,
      picture: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('chips')
    .select(COLUMNS)
    .where('tag_type', '=', tagType)
    .where('tag_value', '=', tagValue)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes a chip that the caller has locked, and returns its new row. */
export async function updateChip(
  trx: Trx,
  { tagType, tagValue }: ChipTag,
  changes: Partial<Omit<ChipsTable, 'tag_type' | 'tag_value'>>,
): Promise<ChipRow> {
  return trx
    .updateTable('chips')
    .set(changes)
    .where('tag_type', '=', tagType)
    .where('tag_value', '=', tagValue)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
