import { because, catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { noteChanges } from '../approval/note-change.ts';
import { saveDocument } from '../search/store.ts';
import { getChangeable } from '../videos/get-changeable.ts';
import { toSubject } from '../videos/video.ts';
import type { ToVideoViewer } from '../videos/viewer.ts';
import * as store from './store.ts';
import { inReadingOrder, toStoredTags } from './tag.ts';

/** Registers the calls that list tag values and add tags to a video. */
export function registerTags(
  register: Register,
  { db, toVideoViewer }: { db: Db; toVideoViewer: ToVideoViewer },
): void {
  register(catalog.listTagValues, async ({ query, viewer }) => {
    const values = await store.listTagValues(db, query.type, await toVideoViewer(viewer));
    return { data: { values: inReadingOrder(values) } };
  });

  register(catalog.addVideoTags, async ({ params, body, viewer: editor, record }) => {
    const tags = toStoredTags(body.tags);
    if (!tags) throw new AppError('VALIDATION_FAILED', because('tag.length'));
    const stored = await db.transaction().execute(async (trx) => {
      const video = await getChangeable(trx, params.id, editor);
      const before = await store.listTags(trx, params.id);
      await store.addTags(trx, params.id, tags);
      const all = await store.listTags(trx, params.id);
      if (all.length > catalog.MAX_TAGS) throw new AppError('VALIDATION_FAILED', catalog.TOO_MANY_TAGS);
      await saveDocument(trx, params.id);
      if (all.length > before.length)
        await noteChanges(trx, { video, editor, changes: [{ field: 'tags', before, after: all }] });
      await record(trx, { action: 'video.add-tags', subject: toSubject(video), after: { tags } });
      return all;
    });
    return { data: { tags: stored } };
  });
}
