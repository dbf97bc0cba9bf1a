import { because, catalog } from '@larksong/contracts';
import { AppError, inTransaction, newId } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { listCharacters, toPlainText } from '../../library/plain-text.ts';
import { countToday, createFlag, lockSource, type NewFlag } from './store.ts';

export interface FlagDeps {
  db: Db;
  /** Flags in a day of the visitors of one network, of one account and of one nest. */
  flagsPerNetwork: number;
}

/**
 * Adds a flag of a viewer who may watch the video. Returns false if the viewer has flagged it today. Throws
 * TOO_MANY_REQUESTS if as many flags came from there today as may.
 */
export async function makeFlag(
  { db, flagsPerNetwork }: FlagDeps,
  flag: Omit<NewFlag, 'id'>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockSource(trx, flag.sourceKey);
    const { isTold, ofSource } = await countToday(trx, flag);
    if (isTold) return false;
    if (ofSource >= flagsPerNetwork)
      throw new AppError(
        'TOO_MANY_REQUESTS',
        flag.member || flag.nest ? because('flag.too-many-own') : because('flag.too-many'),
      );
    return createFlag(trx, { id: newId(), ...flag });
  });
}

/** Returns the text of a flag as it is stored, empty for none. Throws VALIDATION_FAILED. */
export function toFlagText(text: string | undefined, isSignedIn: boolean): string {
  const plain = toPlainText(text ?? '');
  if (plain === '') return '';
  if (!isSignedIn) throw new AppError('VALIDATION_FAILED', because('flag.text-needs-account'));
  if (listCharacters(plain).length > catalog.MAX_FLAG_TEXT)
    throw new AppError(
      'VALIDATION_FAILED',
      because('flag.text-too-long', { maximum: catalog.MAX_FLAG_TEXT }),
    );
  return plain;
}
