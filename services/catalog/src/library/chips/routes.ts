import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { listTagValues } from '../tags/store.ts';
import { readPicture } from '../thumbnails/uploaded-picture.ts';
import type { ToVideoViewer, VideoViewer } from '../videos/viewer.ts';
import { checkTag, deleteChipPicture, putChip, putChipPicture } from './change-chip.ts';
import { toAdminChips, toChips, type TagValues } from './chip.ts';
import { findChipPicture, listChipRows } from './store.ts';

/** A picture never changes under its id. */
const FOR_EVER = 'max-age=31536000, immutable';

/** Registers the calls about the chips of grades and categories. */
export function registerChips(
  register: Register,
  deps: { db: Db; uploadStallSeconds: number; toVideoViewer: ToVideoViewer },
): void {
  const { db, toVideoViewer } = deps;
  register(catalog.listChips, async ({ viewer }) => {
    const [rows, values] = await Promise.all([listChipRows(db), listValues(db, await toVideoViewer(viewer))]);
    return { data: { chips: toChips(rows, values) } };
  });

  register(catalog.getChipPicture, async ({ params }) => {
    const bytes = await findChipPicture(db, params.id);
    if (!bytes) throw new AppError('NOT_FOUND');
    const isClosed = (await toVideoViewer(null)).kind === 'stranger';
    const cacheControl = `${isClosed ? 'private' : 'public'}, ${FOR_EVER}`;
    return { file: { name: 'chip.webp', bytes, cacheControl } };
  });

  register(catalog.listAdminChips, async ({ viewer }) => {
    const [rows, values] = await Promise.all([listChipRows(db), listValues(db, await toVideoViewer(viewer))]);
    return { data: { chips: toAdminChips(rows, values) } };
  });

  register(catalog.putChip, async ({ body, record }) => {
    await checkTag(db, body);
    return { data: { chip: await putChip(db, body, record) } };
  });

  register(catalog.putChipPicture, async ({ query, request, record }) => {
    await checkTag(db, query);
    const bytes = await readPicture(request, deps);
    return { data: { chip: await putChipPicture(db, { ...query, bytes }, record) } };
  });

  register(catalog.deleteChipPicture, async ({ query, record }) => {
    await checkTag(db, query);
    return { data: { chip: await deleteChipPicture(db, query, record) } };
  });
}

async function listValues(db: Db, viewer: VideoViewer): Promise<TagValues> {
  const [grade, category] = await Promise.all([
    listTagValues(db, 'grade', viewer),
    listTagValues(db, 'category', viewer),
  ]);
  return { grade, category };
}
