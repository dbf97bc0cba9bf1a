import type { Language } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import { findCategory, lockCategory } from '../content/category-store.ts';
import { deleteMediaRows, LETTER_ITSELF, listFoldersOfName } from '../content/media-store.ts';
import { toMark, type PackDb } from '../content/pack.ts';
import type { CategoryRow, Trx } from '../db/tables.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { inPlaceForUploads, toSoundSource, type PutDeps, type Receive } from './put-media.ts';
import { hashOf, replaceSoundJob } from './save-media.ts';
import { discardObjects, keepObject, storeObject } from './stored-object.ts';

/**
 * Stores the sound that says a letter, to be prepared, and returns the letter. Until then, the previous sound plays. Throws
 * CATEGORY_NOT_FOUND, TOO_BUSY and the errors of `toSoundSource`.
 */
export async function putLetterSound(
  deps: PutDeps,
  upload: { categoryId: string; requestId: string; record: RecordChange },
  receive: Receive,
): Promise<CategoryRow> {
  const { categoryId, requestId, record } = upload;
  if (!(await findCategory(deps.db, categoryId))) throw new AppError('CATEGORY_NOT_FOUND');
  return inPlaceForUploads(deps.storage, async () => {
    const body = await receive();
    const stored = await storeObject(deps, toSoundSource(body));
    try {
      return await deps.db.transaction().execute(async (trx) => {
        const category = await getLocked(trx, categoryId);
        await keepObject(trx, stored);
        const sound = { ...stored, categoryId, name: LETTER_ITSELF, sourceHash: hashOf(body) };
        await replaceSoundJob(trx, { ...sound, sizeBytes: body.length, requestId });
        await record(trx, { action: 'sound.put', ...describeChange(category, deps.pack) });
        return category;
      });
    } catch (error) {
      await discardObjects(deps.db, [stored]);
      throw error;
    }
  });
}

/** Deletes the uploaded sound that says a letter, if any, and returns the letter. Throws CATEGORY_NOT_FOUND. */
export async function deleteLetterSound(
  { db, pack }: PackDb,
  { categoryId, record }: { categoryId: string; record: RecordChange },
): Promise<CategoryRow> {
  const of = { categoryId, name: LETTER_ITSELF };
  const tables = ['sounds', 'sound_jobs'] as const;
  return db.transaction().execute(async (trx) => {
    const category = await getLocked(trx, categoryId);
    await emptyFolders(trx, await listFoldersOfName(trx, of, tables));
    await deleteMediaRows(trx, of, tables);
    await record(trx, { action: 'sound.delete', ...describeChange(category, pack) });
    return category;
  });
}

function describeChange({ id, letter }: CategoryRow, pack: Language) {
  return { subject: { id, name: letter }, after: { letter, ...toMark(pack) } };
}

async function getLocked(trx: Trx, id: string): Promise<CategoryRow> {
  const category = await lockCategory(trx, id);
  if (!category) throw new AppError('CATEGORY_NOT_FOUND');
  return category;
}
