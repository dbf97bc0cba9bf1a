import { within, type Authentication, type Logger, type Viewer } from '@larksong/service-kit';

interface FindViewerOptions {
  verify: Authentication['verify'];
  logger: Logger;
}

/** How long a verified token is remembered, and how many of them. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/** A key that is not known yet is worth no longer wait. */
const KEY_PATIENCE_MS = 250;

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/**
 * Returns the function that finds whose access token an authorization header holds, to count the call by: null for a
 * token that is missing, forged or expired, and while auth's keys cannot be had. It decides nothing else.
 */
export function createFindViewer({ verify, logger }: FindViewerOptions) {
  const remembered = new Map<string, { viewer: Viewer; until: number }>();

  function remember(token: string, viewer: Viewer): void {
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '');
    remembered.delete(token); // so that the oldest come first
    remembered.set(token, { viewer, until: Date.now() + REMEMBERED_MS });
  }

  return async (authorization: string | undefined): Promise<Viewer | null> => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined) return null;
    const known = remembered.get(token);
    if (known && Date.now() < known.until) return known.viewer;
    try {
      const viewer = await within(KEY_PATIENCE_MS, verify(token));
      remember(token, viewer);
      return viewer;
    } catch (error) {
      logger.debug({ err: error }, 'a token counts by its network');
      return null;
    }
  };
}
