import { catalog, createClient } from '@larksong/contracts';
import { LRUCache } from 'lru-cache';

import { createSlots } from '../proxy/slots.ts';
import type { VideoSummary } from './page-details.ts';

export interface PublicVideos {
  /**
   * Returns a video that everybody may see. Returns undefined if there is none, and if catalog has not answered in time;
   * never throws.
   */
  find: (id: string, network: string) => Promise<VideoSummary | undefined>;
}

interface Options {
  catalogUrl: string;
  /** Time for which an answer is reused. */
  maxAgeMs: number;
  /** Time that a page waits for the answer. */
  timeoutMs: number;
}

/** Pages do not count towards the rate limit, so only this limits the requests that they cause. */
const QUESTIONS = { total: 64, perKey: 16 };
const MAX_ANSWERS = 1000;

/**
 * Asks catalog for videos as a visitor would. Only public videos are remembered, so that a video that has become
 * public appears at once. Simultaneous requests for one video are sent once.
 */
export function createPublicVideos({ catalogUrl, maxAgeMs, timeoutMs }: Options): PublicVideos {
  const call = createClient({ baseUrl: catalogUrl.replace(/\/$/, '') });
  const slots = createSlots(QUESTIONS);
  const answers = new LRUCache<string, VideoSummary>({
    max: MAX_ANSWERS,
    ttl: maxAgeMs,
    ttlResolution: 0,
    ignoreFetchAbort: true, // one that is displaced while it is fetched is still wanted
    async fetchMethod(id) {
      const signal = AbortSignal.timeout(timeoutMs);
      const { video } = (await call(catalog.getVideo, { params: { id } }, { signal })).data;
      return video.visibility === 'public' ? toSummary(video) : undefined;
    },
  });
  return {
    async find(id, network) {
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), timeoutMs);
      // Later there would be too little time left for an answer.
      const queueTimer = setTimeout(() => over.abort(), timeoutMs / 2);
      try {
        await slots.hold(network, over.signal);
        clearTimeout(queueTimer);
        return await Promise.race([answers.fetch(id), untilAborted(over.signal)]);
      } catch {
        return undefined; // The page is complete without it, and reports a failure itself.
      } finally {
        clearTimeout(timer);
        clearTimeout(queueTimer);
        over.abort();
      }
    },
  };
}

/** Keeps only a part of a video, since its texts may be long. */
function toSummary(video: catalog.Video): VideoSummary {
  const { id, title, description, thumbnail, playable, width, height } = video;
  return { id, title, description, thumbnail, playable, width, height };
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
