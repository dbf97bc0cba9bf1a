import type { Db } from '../../db/tables.ts';
import { lockVideo } from '../videos/store.ts';
import { listWithoutDocument, saveDocument } from './store.ts';

const BATCH = 200;

/** Runs one round: writes the missing search documents of videos. */
export async function writeDocuments({ db }: { db: Db }): Promise<void> {
  const listNext = () => listWithoutDocument(db, BATCH);
  for (let ids = await listNext(); ids.length > 0; ids = await listNext())
    for (const id of ids) await writeDocument(db, id);
}

async function writeDocument(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockVideo(trx, id); // otherwise older values could overwrite a concurrent edit
    await saveDocument(trx, id);
  });
}
