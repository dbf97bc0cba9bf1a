import { catalog, createClient } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';

import { createRemembered, type Remembered } from './remembered.ts';

/** What visitors may use; the last known answer if catalog does not say it in time, undefined until it has answered. */
export type KnownSiteAccess = Remembered<catalog.SiteAccess | undefined>;

interface Options {
  catalogUrl: string;
  /** How long an answer is used. */
  maxAgeMs: number;
  /** How long a request waits for the answer. */
  timeoutMs: number;
  logger: Logger;
}

/** Asks catalog what people can use without signing in. */
export function createSiteAccess({ catalogUrl, logger, ...options }: Options): KnownSiteAccess {
  const call = createClient({ baseUrl: catalogUrl.replace(/\/$/, '') });
  return createRemembered<catalog.SiteAccess | undefined>({
    ...options,
    initial: undefined,
    ask: async (signal) => (await call(catalog.getSiteAccess, {}, { signal })).data.access,
    onSilent: (err) =>
      logger.warn({ err }, 'whether the site is closed is unavailable; using the last known state'),
  });
}

/** Applies a change through this gateway before its superadmin hears of it, even if catalog is gone right after. */
export function learnChangedAccess(app: FastifyInstance, siteAccess: KnownSiteAccess): void {
  const { method, path } = catalog.putSiteAccess;
  app.addHook('onSend', async ({ method: used, url }, { statusCode }) => {
    const [asked = ''] = url.split('?');
    if (used === method && asked.replace(/\/$/, '') === path && statusCode < 400) await siteAccess.refresh();
  });
}
