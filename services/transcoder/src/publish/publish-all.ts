import type { catalog } from '@larksong/contracts';

import type { Job } from '../job.ts';
import { watchSegments } from '../media/closed-segments.ts';
import { publishRendition, type Expected, type Published } from './publish.ts';

/**
 * Publishes all renditions concurrently while `runs` write them. If one fails, all others are aborted, and the error is
 * thrown once they have ended. Returns the logs of the runs.
 */
export async function publishWhile(
  job: Job,
  expected: readonly Expected[],
  runs: readonly ((signal: AbortSignal) => Promise<string>)[],
): Promise<{ published: Published[]; log: string }> {
  const local = new AbortController();
  const signal = AbortSignal.any([job.signal, local.signal]);
  const reporter = createReporter(job, (error) => local.abort(error));
  const done = expected.map(() => 0);
  const renditions = expected.map((rendition) => ({ rendition, watch: watchSegments(rendition.folder) }));
  const publishing = renditions.map(({ rendition, watch }, position) =>
    publishRendition({ ...job, signal }, rendition, watch, (segment) => {
      reporter.add(segment);
      done[position] = (done[position] ?? 0) + segment.durationSeconds;
      job.reportProgress(Math.min(...done));
    }),
  );
  const running = runs.map((run) => run(signal));
  const logs = Promise.all(running).finally(() => renditions.forEach(({ watch }) => watch.end()));
  try {
    const [published, all] = await Promise.all([Promise.all(publishing), logs]);
    await reporter.drain();
    return { published, log: all.join('\n') };
  } catch (error) {
    local.abort(error);
    await Promise.allSettled([...publishing, ...running, logs]);
    await reporter.drain().catch(() => {}); // published segments are known, whatever happens next
    throw error;
  } finally {
    for (const { watch } of renditions) watch.close();
  }
}

const BATCH = 100; // maximum number of segments in one report

interface Reporter {
  add: (segment: catalog.Segment) => void;
  /** Resolves once everything is reported; rejects if a report failed. */
  drain: () => Promise<void>;
}

/** Sends the segments that are ready in one report, and those that became ready meanwhile in the next. */
function createReporter(job: Job, onFailure: (error: unknown) => void): Reporter {
  let waiting: catalog.Segment[] = [];
  let sending: Promise<void> | undefined;
  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await job.reportSegments(batch);
    }
    sending = undefined; // in the same tick in which the queue was found empty
  }
  return {
    add(segment) {
      waiting.push(segment);
      sending ??= send();
      sending.catch(onFailure);
    },
    drain: async () => sending,
  };
}
