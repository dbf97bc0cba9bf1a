import { auth, createClient } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import { createRemembered, type Remembered } from '../remembered.ts';

interface Site {
  name: string;
  languages: auth.SiteLanguages;
}

/** The name and the languages of the site; the last known ones if auth does not say them in time. */
export type KnownSite = Remembered<Site>;

interface Options {
  authUrl: string;
  /** How long an answer is used. */
  maxAgeMs: number;
  /** How long a page waits for the answer. */
  timeoutMs: number;
  logger: Logger;
}

/** Asks auth for the name and the languages of the site. */
export function createKnownSite({ authUrl, logger, ...options }: Options): KnownSite {
  const call = createClient({ baseUrl: authUrl.replace(/\/$/, '') });
  return createRemembered<Site>({
    ...options,
    initial: { name: auth.DEFAULT_SITE_NAME, languages: auth.DEFAULT_LANGUAGES },
    ask: async (signal) => {
      const { name, languages } = (await call(auth.getSiteName, {}, { signal })).data;
      return { name: name || auth.DEFAULT_SITE_NAME, languages: languages ?? auth.DEFAULT_LANGUAGES };
    },
    onSilent: (err) => logger.warn({ err }, 'site name and languages unavailable; using the last known ones'),
  });
}
