import { game, type Language } from '@larksong/contracts';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import { createCategory, listCategoryRows } from '../content/category-store.ts';
import { createItems } from '../content/item-store.ts';
import { savePicture, saveSound } from '../content/media-store.ts';
import { dbOfPack, toMark, type PackDb } from '../content/pack.ts';
import type { Db } from '../db/tables.ts';
import { discardObjects, keepObject, storeObject, type StoredObject } from '../media/stored-object.ts';
import { readMedia, readPack, type PackLetter } from './pack.ts';

interface SeedDeps {
  db: Db;
  storage: Storage;
  /** The folder of `pack.json`. */
  folder: string;
  /** The pack to add to; the site's own if it is missing. */
  language?: Language;
}

export interface Seeded {
  /** Added letters, with the number of their names. */
  added: { letter: string; nameCount: number }[];
  /** Letters that already existed and were not changed. */
  left: string[];
}

/**
 * Adds the missing letters of a starter pack, each with a letter card and an image card for every name, and with its
 * unchanged pictures and sounds. A letter is added completely or not at all; an existing letter is not changed.
 */
export async function seed({ language = game.OWN_PACK, ...given }: SeedDeps): Promise<Seeded> {
  const deps = { ...given, ...dbOfPack(given.db, language) };
  const pack = await readPack(deps.folder, language);
  const present = new Set((await listCategoryRows(deps)).map(({ letter }) => letter));
  const seeded: Seeded = { added: [], left: [] };
  for (const entry of pack.letters) {
    const isAdded = !present.has(entry.letter) && (await addLetter(deps, entry));
    if (isAdded) seeded.added.push({ letter: entry.letter, nameCount: entry.items.length });
    else seeded.left.push(entry.letter);
  }
  return seeded;
}

interface StoredName {
  name: string;
  picture: StoredObject;
  sound: StoredObject | undefined;
}

/** Returns false if the letter was added by someone else in the meantime. */
async function addLetter(deps: SeedDeps & PackDb, entry: PackLetter): Promise<boolean> {
  const { db, pack } = deps;
  const stored: StoredName[] = [];
  for (const item of entry.items) {
    const { picture, sound } = await readMedia(deps.folder, item);
    stored.push({
      name: item.name,
      picture: await storeObject(deps, { file: 'picture.png', body: picture, contentType: 'image/png' }),
      sound:
        sound && (await storeObject(deps, { file: 'sound.mp3', body: sound, contentType: 'audio/mpeg' })),
    });
  }
  const isAdded = await db.transaction().execute(async (trx) => {
    const category = await createCategory(trx, { letter: entry.letter, pack });
    if (!category) return false;
    const cards = stored.flatMap(({ name }) => [
      { type: 'letter' as const, name },
      { type: 'image' as const, name },
    ]);
    await createItems(trx, category.id, cards);
    for (const { name, picture, sound } of stored) {
      const of = { categoryId: category.id, name, sourceHash: null };
      for (const object of toObjects({ picture, sound })) await keepObject(trx, object);
      await savePicture(trx, { ...of, ...picture });
      if (sound) await saveSound(trx, { ...of, ...sound, durationSeconds: null });
    }
    const subject = { id: category.id, name: category.letter };
    const after = pack === game.OWN_PACK ? {} : { after: toMark(pack) };
    await recordAs(COMMAND_LINE)(trx, { action: 'letter.starter', subject, ...after });
    return true;
  });
  if (!isAdded) await discardObjects(db, stored.flatMap(toObjects));
  return isAdded;
}

function toObjects({ picture, sound }: Pick<StoredName, 'picture' | 'sound'>): StoredObject[] {
  return sound ? [picture, sound] : [picture];
}
