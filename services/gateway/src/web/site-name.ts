import { auth, createClient } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import { createRemembered, type Remembered } from '../remembered.ts';

/** The name of the site; the last known one if auth does not say it in time. */
export type SiteName = Remembered<string>;

interface Options {
  authUrl: string;
  /** How long an answer is used. */
  maxAgeMs: number;
  /** How long a page waits for the answer. */
  timeoutMs: number;
  logger: Logger;
}

/** Asks auth for the name of the site. */
export function createSiteName({ authUrl, logger, ...options }: Options): SiteName {
  const call = createClient({ baseUrl: authUrl.replace(/\/$/, '') });
  return createRemembered<string>({
    ...options,
    initial: auth.DEFAULT_SITE_NAME,
    ask: async (signal) => (await call(auth.getSiteName, {}, { signal })).data.name || auth.DEFAULT_SITE_NAME,
    onSilent: (err) => logger.warn({ err }, 'site name unavailable; using the last known name'),
  });
}
