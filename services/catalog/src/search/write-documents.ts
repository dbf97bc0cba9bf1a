import type { Db } from '../db/schema.ts';
import { listWithoutDocument, saveDocument } from './store.ts';

const BATCH = 200;

/** One round: writes the documents of videos that have none yet, so that they are found. */
export async function writeDocuments({ db }: { db: Db }): Promise<void> {
  for (
    let ids = await listWithoutDocument(db, BATCH);
    ids.length > 0;
    ids = await listWithoutDocument(db, BATCH)
  )
    for (const id of ids) await db.transaction().execute((trx) => saveDocument(trx, id));
}
