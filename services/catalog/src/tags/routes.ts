import { addVideoTags, listTagValues } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../db/schema.ts';
import { saveDocument } from '../search/store.ts';
import { lockVideo } from '../videos/store.ts';
import * as store from './store.ts';
import { inReadingOrder, toStoredTags } from './tag.ts';

export function registerTags(register: Register, { db }: { db: Db }): void {
  register(listTagValues, async ({ query, viewer }) => {
    return { data: { values: inReadingOrder(await store.listTagValues(db, query.type, viewer)) } };
  });

  register(addVideoTags, async ({ params, body }) => {
    const tags = toStoredTags(body.tags);
    if (!tags) throw new AppError('VALIDATION_FAILED', { message: 'A tag has 1 to 100 characters.' });
    const all = await db.transaction().execute(async (trx) => {
      if (!(await lockVideo(trx, params.id))) throw new AppError('VIDEO_NOT_FOUND');
      await store.addTags(trx, params.id, tags);
      await saveDocument(trx, params.id);
      return store.listTags(trx, params.id);
    });
    return { data: { tags: all } };
  });
}
