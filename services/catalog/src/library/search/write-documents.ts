import type { Logger } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { lockVideo } from '../videos/store.ts';
import { isDocumentDue, listDueDocuments, saveDocument } from './store.ts';

const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Runs one round: writes the search documents that are missing or belong to another language, each in its own
 * transaction. It can end at any moment, and others can run at the same time: what is left is due in the next round.
 */
export async function writeDocuments(
  { db, logger }: { db: Db; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  const listNext = (after: string) => listDueDocuments(db, after, BATCH);
  let count = 0;
  for (let ids = await listNext(FIRST_ID); ids.length > 0; ids = await listNext(ids.at(-1) ?? ''))
    for (const id of ids) {
      if (signal?.aborted) return;
      if (await writeDocument(db, id)) count += 1;
    }
  if (count > 0) logger.info({ count }, 'due search documents written');
}

/** Returns false if another process has written it in the meantime. */
async function writeDocument(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockVideo(trx, id); // otherwise older values could overwrite a concurrent edit
    if (!(await isDocumentDue(trx, id))) return false;
    await saveDocument(trx, id);
    return true;
  });
}
