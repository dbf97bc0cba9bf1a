import { auth } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';

const REFRESH_MS = 60_000;

/** Returns the announcement that the gateway has written into the page. */
export function findAnnounced(): { announcement: auth.Announcement } | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=announcement]');
  return meta ? { announcement: JSON.parse(meta.content) as auth.Announcement } : undefined; // its own form
}

/** Returns the announcement to everybody; nothing if it cannot be loaded. */
export function useAnnouncement(): auth.Announcement | null {
  const { data } = useCall(
    auth.getAnnouncement,
    {},
    {
      initialData: findAnnounced,
      refetchInterval: REFRESH_MS,
      refetchOnWindowFocus: true,
      staleTime: REFRESH_MS,
      meta: UNAWAITED,
    },
  );
  return data?.announcement ?? null;
}
