import { auth, createClient } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import { createRemembered, type Remembered } from './remembered.ts';

/** The announcement of the site, if there is one; the last known one if auth does not say it in time. */
export type SiteAnnouncement = Remembered<auth.Announcement | null>;

interface Options {
  authUrl: string;
  /** How long an answer is used. */
  maxAgeMs: number;
  /** How long a request waits for the answer. */
  timeoutMs: number;
  logger: Logger;
}

/** Asks auth for the announcement of the site. */
export function createAnnouncement({ authUrl, logger, ...options }: Options): SiteAnnouncement {
  const call = createClient({ baseUrl: authUrl.replace(/\/$/, '') });
  return createRemembered<auth.Announcement | null>({
    ...options,
    initial: null,
    ask: async (signal) => (await call(auth.getAnnouncement, {}, { signal })).data.announcement,
    onSilent: (err) => logger.warn({ err }, 'read-only state unavailable; using the last known state'),
  });
}
