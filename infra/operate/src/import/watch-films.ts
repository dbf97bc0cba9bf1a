import { catalog, type Call } from '@larksong/contracts';
import pMap from 'p-map';

import type { Outcome } from './outcome.ts';

/** Time after the last film in which the site looks at a file, unless many are waiting. */
const PATIENCE_MS = 60_000;
const INTERVAL_MS = 1000;
const CONCURRENCY = 4;

interface Watching {
  call: Call;
  signal: AbortSignal;
  pause: (milliseconds: number, options: { signal: AbortSignal }) => Promise<unknown>;
  patienceMs?: number;
}

/**
 * Waits until the site has looked at the imported films, because it accepts the bytes of any file. Returns the outcomes
 * with those of broken films replaced, and the number of films at which it has not looked within a minute.
 */
export async function watchFilms(
  outcomes: readonly Outcome[],
  { call, signal, pause, patienceMs = PATIENCE_MS }: Watching,
): Promise<{ outcomes: Outcome[]; unseenCount: number }> {
  const deadline = performance.now() + patienceMs;
  const settled = new Map<string, Outcome>();
  for (;;) {
    const open = outcomes.filter(
      ({ state, videoId }) => state === 'imported' && videoId && !settled.has(videoId),
    );
    await pMap(open, async (outcome) => settle(outcome, { call, signal, settled }), {
      concurrency: CONCURRENCY,
    });
    const unseenCount = open.filter(({ videoId }) => !settled.has(videoId ?? '')).length;
    if (unseenCount === 0 || performance.now() > deadline || signal.aborted)
      return { outcomes: outcomes.map((each) => settled.get(each.videoId ?? '') ?? each), unseenCount };
    await pause(INTERVAL_MS, { signal });
  }
}

async function settle(
  outcome: Outcome,
  { call, signal, settled }: Pick<Watching, 'call' | 'signal'> & { settled: Map<string, Outcome> },
): Promise<void> {
  const { videoId = '' } = outcome;
  const { video } = (await call(catalog.getVideo, { params: { id: videoId } }, { signal })).data;
  if (video.status === 'failed')
    settled.set(videoId, { ...outcome, state: 'failed', reason: describeFailure(video.processingError) });
  // A file with a length is one that can be read.
  else if (video.status === 'completed' || video.duration !== null) settled.set(videoId, outcome);
}

/** Returns a sentence for a video that the site could not prepare. */
export function describeFailure(problem: string | null): string {
  return problem ?? 'The site could not prepare it; its page says why.';
}
