import type { Db } from '../../db/tables.ts';
import { lockVideo } from '../videos/store.ts';
import { listWithoutDocument, saveDocument } from './store.ts';

const BATCH = 200;

/** One round: writes the documents of videos that have none yet, so that they are found. */
export async function writeDocuments({ db }: { db: Db }): Promise<void> {
  const listNext = () => listWithoutDocument(db, BATCH);
  for (let ids = await listNext(); ids.length > 0; ids = await listNext())
    for (const id of ids) await writeDocument(db, id);
}

async function writeDocument(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockVideo(trx, id); // or an edit at the same moment could be overwritten by what was read before it
    await saveDocument(trx, id);
  });
}
