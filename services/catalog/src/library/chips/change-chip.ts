import { type AuditAction, because, type catalog } from '@larksong/contracts';
import { AppError, newId } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db } from '../../db/tables.ts';
import { toAdminChip } from './chip.ts';
import { toChipPicture } from './picture.ts';
import { isTagInUse, lockChip, updateChip, type ChipTag } from './store.ts';

type Changes = Parameters<typeof updateChip>[2];

/** Throws NOT_FOUND unless a video has the tag. */
export async function checkTag(db: Db, tag: ChipTag): Promise<void> {
  if (!(await isTagInUse(db, tag)))
    throw new AppError(
      'NOT_FOUND',
      because(tag.tagType === 'grade' ? 'chip.grade-unused' : 'chip.category-unused'),
    );
}

/** Changes colour and picture of a chip, and whether a category is one. A scene replaces an uploaded picture. */
export async function putChip(
  db: Db,
  { isShown, hue, scene, ...tag }: ChipTag & Pick<catalog.AdminChip, 'isShown' | 'hue' | 'scene'>,
  record: RecordChange,
): Promise<catalog.AdminChip> {
  const uploaded = scene === null ? {} : { picture_id: null, picture: null };
  const changes = { is_shown: isShown, hue, scene, ...uploaded };
  return change(db, tag, { action: 'chip.update', changes, record });
}

/** Stores an uploaded picture of a chip, replacing any other. Throws the errors of `toChipPicture`. */
export async function putChipPicture(
  db: Db,
  { bytes, ...tag }: ChipTag & { bytes: Buffer },
  record: RecordChange,
): Promise<catalog.AdminChip> {
  const changes = { scene: null, picture_id: newId(), picture: await toChipPicture(bytes) };
  return change(db, tag, { action: 'chip.put-picture', changes, record });
}

/** Removes the picture of a chip, whatever it is. */
export async function deleteChipPicture(
  db: Db,
  tag: ChipTag,
  record: RecordChange,
): Promise<catalog.AdminChip> {
  const changes = { scene: null, picture_id: null, picture: null };
  return change(db, tag, { action: 'chip.delete-picture', changes, record });
}

async function change(
  db: Db,
  tag: ChipTag,
  { action, changes, record }: { action: AuditAction; changes: Changes; record: RecordChange },
): Promise<catalog.AdminChip> {
  return db.transaction().execute(async (trx) => {
    const before = toAdminChip(tag, await lockChip(trx, tag));
    const after = toAdminChip(tag, await updateChip(trx, tag, changes));
    const subject = { id: `${tag.tagType}:${tag.tagValue}`, name: tag.tagValue };
    await record(trx, { action, subject, before: toValues(before), after: toValues(after) });
    return after;
  });
}

const toValues = ({ isShown, hue, picture }: catalog.AdminChip) => ({ isShown, hue, picture });
