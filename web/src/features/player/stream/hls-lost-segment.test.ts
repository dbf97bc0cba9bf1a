import HlsEngine, {
  type Loader,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
  type LoaderStats,
} from 'hls.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { recoverFromErrors } from './hls-recovery.ts';

const { origin: ORIGIN } = location;
const SOURCE = `${ORIGIN}/hls/1/master.m3u8`;

/** The files below `/hls/1/`: a text, or a status without one. */
let site: Record<string, string | number>;
/** Where segments are redirected to. */
let storage: string | undefined;
let asked: string[];
let hasGivenUp: boolean;
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue(); // keeps provoked errors out of the log
  site = {};
  storage = undefined;
  asked = [];
  hasGivenUp = false;
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The network as hls.js sees it. */
class SiteLoader implements Loader<LoaderContext> {
  context: LoaderContext | null = null;
  stats: LoaderStats = {
    aborted: false,
    loaded: 0,
    retry: 0,
    total: 0,
    chunkCount: 0,
    bwEstimate: 0,
    loading: { start: 0, first: 0, end: 0 },
    parsing: { start: 0, end: 0 },
    buffering: { start: 0, first: 0, end: 0 },
  };
  #answering: ReturnType<typeof setTimeout> | undefined;

  load(
    context: LoaderContext,
    _config: LoaderConfiguration,
    callbacks: LoaderCallbacks<LoaderContext>,
  ): void {
    this.context = context;
    const { url } = context;
    const name = url.replace(`${ORIGIN}/hls/1/`, '');
    asked.push(name);
    this.#answering = setTimeout(() => {
      const answer = site[name] ?? 404;
      if (typeof answer === 'string')
        callbacks.onSuccess({ url, data: answer, code: 200 }, this.stats, context, null);
      else {
        const answered = storage === undefined ? url : `${storage}/${name}`;
        callbacks.onError({ code: answer, text: '' }, context, requestOf(answered), this.stats);
      }
    }, 10);
  }

  abort(): void {
    clearTimeout(this.#answering);
  }

  destroy(): void {
    this.abort();
  }
}

/** Returns a request that was answered at this address. */
function requestOf(url: string): XMLHttpRequest {
  return Object.defineProperty(new XMLHttpRequest(), 'responseURL', { value: url });
}

/**
 * Publishes a video with the given number of qualities, of four segments each. The listed segments respond with the
 * status.
 */
function publish(options: { qualities: number; status: number; isGrowing?: boolean }): void {
  const rungs = Array.from({ length: options.qualities }, (_, index) => String(index + 1));
  site['master.m3u8'] = ['#EXTM3U', ...rungs.flatMap(toStream)].join('\n');
  for (const rung of rungs) {
    const segments = [0, 1, 2, 3].flatMap((index) => ['#EXTINF:4,', `${rung}-${index}.m4s`]);
    const end = options.isGrowing ? [] : ['#EXT-X-ENDLIST'];
    const head = ['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXT-X-PLAYLIST-TYPE:EVENT'];
    site[`${rung}.m3u8`] = [...head, ...segments, ...end].join('\n');
    for (const index of [0, 1, 2, 3]) site[`${rung}-${index}.m4s`] = options.status;
  }
}

function toStream(rung: string): string[] {
  return [`#EXT-X-STREAM-INF:BANDWIDTH=${rung}00000,RESOLUTION=${rung}60x${rung}00`, `${rung}.m3u8`];
}

/** Opens the video and advances the time. */
async function play(seconds: number): Promise<void> {
  const hls = new HlsEngine({
    loader: SiteLoader,
    startPosition: 0,
    enableWorker: false,
    startFragPrefetch: true, // no video element requests it here
  });
  const stop = recoverFromErrors(hls, {
    source: SOURCE,
    onGiveUp: () => {
      hasGivenUp = true;
      close();
    },
    onOutage: () => {},
  });
  close = () => {
    stop();
    hls.destroy();
  };
  hls.loadSource(SOURCE);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

/** Advances the time until playback is given up: on a busy machine, hls.js may still be starting. */
async function untilGivenUp(): Promise<void> {
  await vi.waitFor(() => expect(hasGivenUp).toBe(true), { timeout: 20_000 });
}

function askedSegments(): string[] {
  return asked.filter((name) => name.endsWith('.m4s'));
}

test.each([403, 404, 410])(
  'a segment that fails with %d is requested once if there is one quality',
  async (status) => {
    publish({ qualities: 1, status });
    await play(1);
    await untilGivenUp();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(askedSegments()).toEqual(['1-0.m4s']);
  },
);

test('a missing segment is requested once in each quality', async () => {
  publish({ qualities: 3, status: 404 });
  await play(5);
  await untilGivenUp();
  expect(askedSegments().toSorted()).toEqual(['1-0.m4s', '2-0.m4s', '3-0.m4s']);
});

test('a missing segment is not skipped while the video is still being processed', async () => {
  publish({ qualities: 1, status: 404, isGrowing: true });
  await play(1);
  await untilGivenUp();
  expect(askedSegments()).toEqual(['1-0.m4s']);
});

test.each([429, 500, 503])('a segment that fails with %d is requested again', async (status) => {
  publish({ qualities: 1, status });
  await play(20);
  expect(hasGivenUp).toBe(false);
  expect(askedSegments().length).toBeGreaterThan(3);
});

test('a segment is requested again if the storage server to which it is redirected refuses a link that has expired', async () => {
  publish({ qualities: 1, status: 403 });
  storage = 'https://media.songs.example';
  await play(5);
  expect(hasGivenUp).toBe(false);
  expect(askedSegments().length).toBeGreaterThan(1);
});

test('a segment that the storage server no longer has is requested once', async () => {
  publish({ qualities: 1, status: 404 });
  storage = 'https://media.songs.example';
  await play(5);
  await untilGivenUp();
  expect(askedSegments()).toEqual(['1-0.m4s']);
});
