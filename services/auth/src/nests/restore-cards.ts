import type { Db } from '../db/tables.ts';
import type { CardKeys } from './card-keys.ts';
import { listCardsOfOtherKeys, saveCardCode } from './card-store.ts';
import { listClassCodesOfOtherKeys, restoreClassCode } from './class-code-store.ts';

const BATCH = 100;

/**
 * Stores the codes of cards and classes with the present secret that were made with the one before. Returns their number.
 * Those of secrets that the site no longer has stay as they are.
 */
export async function restoreCards(db: Db, keys: CardKeys): Promise<number> {
  return (await restoreCodesOfCards(db, keys)) + (await restoreCodesOfClasses(db, keys));
}

async function restoreCodesOfCards(db: Db, keys: CardKeys): Promise<number> {
  let count = 0;
  for (let after: string | null = null, isOver = false; !isOver;) {
    const rows = await listCardsOfOtherKeys(db, { keyId: keys.id, after, limit: BATCH });
    for (const { id, ...before } of rows) {
      const code = keys.open('card', before);
      if (code) await saveCardCode(db, { id, before, after: keys.store(code) });
      if (code) count += 1;
    }
    after = rows.at(-1)?.id ?? null;
    isOver = rows.length < BATCH;
  }
  return count;
}

async function restoreCodesOfClasses(db: Db, keys: CardKeys): Promise<number> {
  let count = 0;
  for (const { class_id: classId, ...before } of await listClassCodesOfOtherKeys(db, keys.id)) {
    const code = keys.open('class', before);
    if (code) await restoreClassCode(db, { classId, before, after: keys.store(code) });
    if (code) count += 1;
  }
  return count;
}
