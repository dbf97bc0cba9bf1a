import { catalog, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

const TIMEOUT_MS = 3000;

/** Who sees songs without signing in, which catalog stores. */
export interface SiteVisitors {
  /** Returns the choice; undefined if the environment makes it, or if catalog does not answer. */
  find: () => Promise<catalog.Visitors | undefined>;
  /** Saves the choice. Throws if catalog does not. */
  save: (visitors: catalog.Visitors) => Promise<void>;
}

/** Returns how to read and save the choice by internal calls of catalog. */
export function createSiteVisitors({ call, logger }: { call: Call; logger: Logger }): SiteVisitors {
  const options = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    async find() {
      try {
        const { choice } = (await call(catalog.readSiteAccess, {}, options())).data;
        return choice.decided.visitors ? undefined : choice.visitors;
      } catch (error) {
        logger.warn(
          { err: error },
          'catalog does not say who sees songs; the page for the first start leaves it out',
        );
        return undefined;
      }
    },
    async save(visitors) {
      await call(catalog.saveSiteAccess, { body: { visitors } }, options());
    },
  };
}
