import { within, type Authentication, type Logger, type Viewer } from '@larksong/service-kit';

interface FindViewerOptions {
  verify: Authentication['verify'];
  logger: Logger;
}

/** Lifetime and maximum number of cached verifications. */
const CACHE_MS = 60_000;
const MAX_CACHED = 10_000;
/** Longest wait for an unknown key. */
const KEY_TIMEOUT_MS = 250;

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Returns the function that finds the viewer of an authorization header, only for counting the call: null if the token is
 * missing, forged or expired, or while auth's keys are unavailable.
 */
export function createFindViewer({ verify, logger }: FindViewerOptions) {
  const remembered = new Map<string, { viewer: Viewer; until: number }>();

  function remember(token: string, viewer: Viewer): void {
    if (remembered.size >= MAX_CACHED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.delete(token); // keeps the oldest first
    remembered.set(token, { viewer, until: Date.now() + CACHE_MS });
  }

  return async (authorization: string | undefined): Promise<Viewer | null> => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    const known = remembered.get(token);
    if (known && Date.now() < known.until) return known.viewer;
    try {
      const viewer = await within(KEY_TIMEOUT_MS, verify(token));
      remember(token, viewer);
      return viewer;
    } catch (error) {
      logger.debug({ err: error }, 'a call with a token is counted by network');
      return null;
    }
  };
}
