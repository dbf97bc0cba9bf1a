import { auth } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';

const REFRESH_MS = 60_000;

/** Returns what the people who run the site have to say to everybody; nothing if it cannot be loaded. */
export function useAnnouncement(): auth.Announcement | null {
  const { data } = useCall(
    auth.getAnnouncement,
    {},
    { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true, staleTime: REFRESH_MS },
  );
  return data?.announcement ?? null;
}
