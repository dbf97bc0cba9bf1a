import { catalog } from '@larksong/contracts';
import { toClientNetwork, type KeyedMutex, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import type { ToVideoViewer } from '../videos/viewer.ts';
import { limitViews, type LimitedView, type ViewLimits } from './limit-views.ts';
import { recordView } from './record-view.ts';
import { forgetWatched } from './store.ts';
import type { ViewerKeys } from './viewer-key.ts';

/** Records a view unless there are too many, and returns the video's view count. */
export type ReportView = (view: LimitedView) => Promise<number>;

/** Returns how to report views, with limits that all calls share. */
export function createReportView(deps: {
  db: Db;
  mutex: KeyedMutex;
  viewLimits: ViewLimits & { perNetwork: number };
}): ReportView {
  const record = { ...deps, viewsPerNetwork: deps.viewLimits.perNetwork };
  return limitViews((view) => recordView(record, view), deps.viewLimits);
}

/** Registers the calls that report views and clear the caller's watch history. */
export function registerViews(
  register: Register,
  deps: {
    db: Db;
    viewerKeys: ViewerKeys;
    reportView: ReportView;
    toVideoViewer: ToVideoViewer;
  },
): void {
  const { db, viewerKeys, reportView } = deps;

  register(catalog.recordView, async ({ params, body, viewer, request }) => {
    const network = toClientNetwork(request.ip);
    const visitor = { network, userAgent: request.headers['user-agent'] ?? '' };
    const viewCount = await reportView({
      videoId: params.id,
      viewer: await deps.toVideoViewer(viewer),
      viewerKey: viewerKeys(viewer ? { userId: viewer.id } : visitor),
      networkKey: viewer ? null : viewerKeys({ network }),
      source: viewer ? `account ${viewer.id}` : network,
      positionSeconds: body.watchedDuration,
    });
    return { data: { viewCount } };
  });

  register(catalog.clearWatchHistory, async ({ viewer }) => {
    await forgetWatched(db, viewer.id);
    return { message: 'Watch history cleared.' };
  });
}
