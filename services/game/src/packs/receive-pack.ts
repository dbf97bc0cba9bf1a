import { because } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import { dbOfPack, toMark } from '../content/pack.ts';
import type { Db, PackImportRow } from '../db/tables.ts';
import { discardObjects, keepObject, storeObject } from '../media/stored-object.ts';
import { openPack, type PackLimits } from './open-pack.ts';
import { createImport } from './store.ts';

export interface ReceiveDeps extends PackLimits {
  db: Db;
  storage: Storage;
}

interface ReceivedPack {
  body: Buffer;
  /** Whether pictures and sounds that exist are replaced. */
  replace: boolean;
  /** Whether it is a starter pack of the game. */
  isStarter?: boolean;
  requestId: string;
  record: RecordChange;
}

/**
 * Stores a pack, checks it, and records its import, which a loop works on. Throws VALIDATION_FAILED with a sentence if
 * nothing of it can be imported; then nothing is kept.
 */
export async function receivePack(
  deps: ReceiveDeps,
  { body, replace, isStarter = false, requestId, record }: ReceivedPack,
): Promise<PackImportRow> {
  if (body.length === 0) throw new AppError('VALIDATION_FAILED', because('game.file-empty'));
  const { db, storage } = deps;
  const object = await storeObject(deps, { file: 'pack.zip', body, contentType: 'application/zip' });
  try {
    const { language, steps } = await openPack(storage, object.key, deps);
    return await dbOfPack(db, language)
      .db.transaction()
      .execute(async (trx) => {
        await keepObject(trx, object);
        const row = await createImport(trx, {
          ...object,
          language,
          replace,
          requestId,
          stepCount: steps.length,
        });
        const after = {
          replace,
          sizeBytes: body.length,
          stepCount: steps.length,
          ...toMark(language),
          ...(isStarter ? { starter: true } : {}),
        };
        await record(trx, { action: 'pack.import', subject: { id: row.id }, after });
        return row;
      });
  } catch (error) {
    await discardObjects(db, [object]);
    throw error;
  }
}
