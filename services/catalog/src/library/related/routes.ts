import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { loadVideos } from '../listings/page.ts';
import type { Searches } from '../search/searches.ts';
import { findVideo } from '../videos/read-store.ts';
import type { ToVideoViewer } from '../videos/viewer.ts';
import { canOpen, toAccessRules } from '../videos/visibility.ts';
import { listRelated } from './list-related.ts';

/** Registers the list of videos to watch next. */
export function registerRelated(
  register: Register,
  { db, searches, toVideoViewer }: { db: Db; searches: Searches; toVideoViewer: ToVideoViewer },
): void {
  register(catalog.listRelatedVideos, async ({ params, query, viewer: caller, request }) => {
    const viewer = await toVideoViewer(caller);
    const video = await findVideo(db, params.id, viewer);
    if (!video || !canOpen(viewer, toAccessRules(video))) throw new AppError('VIDEO_NOT_FOUND');
    const hits = await searches.run(request, (on) => listRelated(on, video, { viewer, limit: query.limit }));
    return { data: { videos: await loadVideos(db, hits, viewer) } };
  });
}
