import { catalog, createClient, type Call } from '@larksong/contracts';
import { createSlots } from '@larksong/service-kit';
import { LRUCache } from 'lru-cache';

import { toRestMs } from '../remembered.ts';
import type { VideoSummary } from './page-details.ts';

export interface PublicVideos {
  /**
   * Returns a video that everybody may see, without playlists that have not arrived in time. Returns undefined if there is
   * no such video or catalog has not answered in time. Never throws.
   */
  find: (id: string, network: string) => Promise<VideoSummary | undefined>;
}

interface Options {
  catalogUrl: string;
  /** Time for which an answer is reused. */
  maxAgeMs: number;
  /** Time that a page waits for the answer. */
  timeoutMs: number;
  /** Returns the playlists of a video with which its stream begins. */
  findBeginning: (videoId: string) => Promise<catalog.StreamStart['playlists']>;
}

interface Answer {
  video: Omit<VideoSummary, 'playlists'>;
  /** Never rejects. */
  playlists: Promise<VideoSummary['playlists']>;
}

/** Pages do not count towards the rate limit, so only this limits the requests that they cause. */
const QUESTIONS = { total: 64, perKey: 16 };
const MAX_ANSWERS = 1000;

/**
 * Asks catalog for videos as a visitor would. Only public videos are remembered, so that a video that has become
 * public appears at once. Simultaneous requests for one video are sent once.
 */
export function createPublicVideos(options: Options): PublicVideos {
  const { catalogUrl, maxAgeMs, timeoutMs } = options;
  const call = createClient({ baseUrl: catalogUrl.replace(/\/$/, '') });
  const slots = createSlots(QUESTIONS);
  const answers = new LRUCache<string, Answer>({
    max: MAX_ANSWERS,
    ttl: maxAgeMs,
    ttlResolution: 0,
    ignoreFetchAbort: true, // one that is displaced while it is fetched is still wanted
    async fetchMethod(id, _old, { options: kept }) {
      const askedAt = performance.now();
      const answer = await ask(call, id, options);
      kept.ttl = toRestMs(maxAgeMs, askedAt);
      return answer;
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
        const timeout = untilAborted(over.signal);
        const answer = await Promise.race([answers.fetch(id), timeout]);
        return (
          answer && { ...answer.video, playlists: (await Promise.race([answer.playlists, timeout])) ?? {} }
        );
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

async function ask(
  call: Call,
  id: string,
  { timeoutMs, findBeginning }: Options,
): Promise<Answer | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { video } = (await call(catalog.getVideo, { params: { id } }, { signal })).data;
  if (video.visibility !== 'public') return undefined;
  const playlists = video.playable ? findBeginning(id).catch(() => ({})) : Promise.resolve({});
  return { video: toSummary(video), playlists };
}

/** Keeps only a part of a video, since its texts may be long. */
function toSummary(video: catalog.Video): Answer['video'] {
  const { id, title, description, thumbnail, status, playable, duration, width, height } = video;
  return { id, title, description, thumbnail, status, playable, duration, width, height };
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
