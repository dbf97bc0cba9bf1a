import { ApiError, auth } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { currentNests, keepFaces, renewNests, useNests } from '../../api/nest-session.ts';

/** How often it is asked: a grown-up who ends a device sees it close within five seconds. */
const INTERVAL_MS = 4000;

/**
 * Asks again and again, while the page is seen, whether the session of this device is still open. Once it has ended, the
 * session store says so, and the page follows. No answer is no end.
 */
export function useStillOpen(): void {
  const { refreshToken } = useNests();
  useQuery({
    queryKey: ['still-open'],
    queryFn: async ({ signal }) => {
      await check(signal).catch(() => {});
      return null;
    },
    enabled: refreshToken !== null,
    retry: false,
    initialData: null, // the session has just been used
    staleTime: Infinity,
    refetchInterval: INTERVAL_MS,
    refetchOnWindowFocus: 'always',
  });
}

async function check(signal: AbortSignal): Promise<void> {
  const nests = currentNests();
  const { accessToken, refreshToken } = nests;
  // With a token, a refusal ends the session already, or renews it.
  if (accessToken !== null) return void (await call(auth.checkNest, {}, { signal }));
  if (refreshToken === null) return;
  try {
    const { data } = await call(auth.checkNests, { body: { refreshToken } }, { signal });
    if (currentNests().refreshToken === refreshToken) keepFaces(data.faces);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_REFRESH_TOKEN') await renewNests(nests);
    else throw error;
  }
}
