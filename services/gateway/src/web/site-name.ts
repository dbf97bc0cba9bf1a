import { auth, createClient } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

export interface SiteName {
  /** Returns the name of the site; the last known one if auth does not say it in time. Never throws. */
  get: () => Promise<string>;
}

interface Options {
  authUrl: string;
  /** How long an answer is used. */
  maxAgeMs: number;
  /** How long a page waits for the answer. */
  timeoutMs: number;
  logger: Logger;
}

/** Upper bound for an answer for which no page waits any more. */
const LATE_MS = 5000;

/**
 * Asks auth for the name when a page needs it and the last answer is too old; simultaneous pages share one question. After
 * a failure no page waits: questions go on in the background until auth answers.
 */
export function createSiteName({ authUrl, maxAgeMs, timeoutMs, logger }: Options): SiteName {
  const call = createClient({ baseUrl: authUrl.replace(/\/$/, '') });
  let name: string = auth.DEFAULT_SITE_NAME;
  let askedAt = -Infinity;
  let isSilent = false;
  let underway: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = performance.now();
    try {
      const signal = AbortSignal.timeout(LATE_MS);
      name = (await call(auth.getSiteName, {}, { signal })).data.name || auth.DEFAULT_SITE_NAME;
      isSilent = false;
    } catch (error) {
      if (!isSilent)
        logger.warn({ err: error }, 'auth does not say the name of the site; the last one is used');
      isSilent = true;
    } finally {
      underway = undefined;
    }
  }

  return {
    async get() {
      if (performance.now() - askedAt >= maxAgeMs) underway ??= ask();
      if (underway && !isSilent) {
        const isLate = await Promise.race([underway, pause(timeoutMs)]);
        if (isLate) isSilent = true;
      }
      return name;
    },
  };
}

function pause(ms: number): Promise<true> {
  return new Promise((resolve) => setTimeout(() => resolve(true), ms));
}
