import { catalog } from '@larksong/contracts';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { refreshVideos } from '../../api/video-queries.ts';
import { forgetUploadsInWork, useUploadsInWork } from '../../lib/uploads-in-work.ts';
import { LATER_MS, SOON_MS } from './notice-list.ts';

/**
 * What the server has to tell about this person's uploads: asked for often while one of this device is in work, not
 * while the tab is hidden, and at once when it is looked at again.
 */
export function useNotices() {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const isWaiting = useUploadsInWork();
  const query = useCall(
    catalog.listNotices,
    {},
    {
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchInterval: isWaiting ? SOON_MS : LATER_MS,
      retry: false, // it is asked for again soon
    },
  );
  const notices = query.data?.notices;
  useNews(notices);
  return {
    /** Those that nobody has dismissed, failures first, then the newest. */
    open: notices?.filter(({ id }) => !dismissed.has(id)) ?? [],
    /** Takes them off the screen, and tells the server. What it does not hear now comes again after a reload. */
    dismiss: (seen: readonly catalog.Notice[]): void => {
      const ids = seen.map(({ id }) => id);
      setDismissed(new Set([...dismissed, ...ids]));
      void call(catalog.markNoticesRead, { body: { ids } }).catch(() => undefined);
    },
  };
}

/** A notice that was not there before changes what lists say. */
function useNews(notices: readonly catalog.Notice[] | undefined): void {
  const known = useRef(new Set<string>());
  useEffect(() => {
    const news = notices?.filter(({ id }) => !known.current.has(id)) ?? [];
    if (news.length === 0) return;
    for (const { id } of news) known.current.add(id);
    forgetUploadsInWork(news.map(({ videoId }) => videoId));
    void refreshVideos();
  }, [notices]);
}
