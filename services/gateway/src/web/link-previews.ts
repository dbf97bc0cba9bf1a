import { catalog, createClient } from '@larksong/contracts';
import { createSlots } from '@larksong/service-kit';

/** What messages show of the lists that links open. */
export interface LinkPreviews {
  /**
   * Returns the title and the look of the list behind the page of a link; undefined if the link does not open, its maker
   * switched previews off, or catalog has not answered in time. Never throws.
   */
  find: (path: string, network: string) => Promise<catalog.LinkPreview | undefined>;
}

/** Pages do not count towards the rate limit, so only this limits the requests that they cause. */
const QUESTIONS = { total: 32, perKey: 8 };
const PAGE = new RegExp(`^${catalog.LINK_PAGE}(?:/+([^/]*))?/*$`, 'i');

/** Returns whether a path is that of the page that opens links, with or without a code. */
export function isLinkPage(path: string): boolean {
  return PAGE.test(path);
}

/** Asks catalog each time, so that a link that was taken back is not shown any more. The code is sent in the body. */
export function createLinkPreviews(options: {
  catalogUrl: string;
  internalToken: string;
  timeoutMs: number;
}): LinkPreviews {
  const headers = () => ({ 'x-internal-token': options.internalToken });
  const call = createClient({ baseUrl: options.catalogUrl.replace(/\/$/, ''), headers });
  const slots = createSlots(QUESTIONS);
  return {
    async find(path, network) {
      const [, code = ''] = PAGE.exec(path) ?? [];
      if (code === '' || code.length > 100) return undefined;
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), options.timeoutMs);
      try {
        await slots.hold(network, over.signal);
        const { data } = await call(catalog.previewLink, { body: { code } }, { signal: over.signal });
        return data;
      } catch {
        return undefined; // The page is complete without it.
      } finally {
        clearTimeout(timer);
        over.abort();
      }
    },
  };
}
