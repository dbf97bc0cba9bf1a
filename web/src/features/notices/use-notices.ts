import { catalog } from '@larksong/contracts';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { refreshVideos } from '../../api/refresh-videos.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { removeProcessingUploads, useProcessingUploads } from '../../parts/processing-uploads.ts';
import { IDLE_POLL_MS, PROCESSING_POLL_MS } from './notice-list.ts';

/**
 * Returns the server's notices about the viewer's uploads. It polls faster while an upload of this device is being
 * processed, pauses while the tab is hidden, and polls at once when the tab is visible again.
 */
export function useNotices() {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const isWaiting = useProcessingUploads();
  const query = useCall(
    catalog.listNotices,
    {},
    {
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: isWaiting ? PROCESSING_POLL_MS : IDLE_POLL_MS,
      retry: false, // it polls again soon anyway
      meta: UNAWAITED,
    },
  );
  const notices = query.data?.notices;
  useNewNotices(notices);
  return {
    /** Notices that are not dismissed, failures first, then the newest. */
    open: notices?.filter(({ id }) => !dismissed.has(id)) ?? [],
    /** Hides notices and marks them as read on the server. If that fails, they come back after a reload. */
    dismiss: (seen: readonly catalog.Notice[]): void => {
      const ids = seen.map(({ id }) => id);
      setDismissed(new Set([...dismissed, ...ids]));
      void call(catalog.markNoticesRead, { body: { ids } }).catch(() => undefined);
    },
  };
}

/** Refetches the lists that a new notice makes stale. */
function useNewNotices(notices: readonly catalog.Notice[] | undefined): void {
  const known = useRef(new Set<string>());
  useEffect(() => {
    const news = notices?.filter(({ id }) => !known.current.has(id)) ?? [];
    if (news.length === 0) return;
    for (const { id } of news) known.current.add(id);
    removeProcessingUploads(news.map(({ videoId }) => videoId));
    void refreshVideos();
  }, [notices]);
}
