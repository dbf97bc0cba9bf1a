import type { catalog } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import { LeaseLostError, OwnerSilentError, WorkerStalledError, type LeaseCalls } from './lease-calls.ts';

const EVERY_MS = 2000;
/** After so long without an answer, another worker may have been given the work. */
const SILENCE_MS = 10_000;

export interface Heartbeat {
  /** Aborted with `LeaseLostError` once the work is no longer this worker's. */
  lost: AbortSignal;
  progress: (doneSeconds: number) => void;
  /** Seconds of video made per second since the beginning; null while nothing is known. */
  speed: () => number | null;
  stop: () => void;
}

/** Tells the owner of the work every two seconds that it is alive and how far it is. */
export function startHeartbeat(calls: Pick<LeaseCalls<unknown>, 'heartbeat'>, logger: Logger): Heartbeat {
  const lost = new AbortController();
  const begin = performance.now();
  let answered = begin;
  let doneSeconds = 0;
  let isBeating = false;
  let beatAt = { process: begin, wall: Date.now() };

  function speed(): number | null {
    const seconds = (performance.now() - begin) / 1000;
    return doneSeconds > 0 && seconds > 0 ? doneSeconds / seconds : null;
  }

  /** Milliseconds since the last beat. The clock of the process stands still while the machine sleeps, the other does not. */
  function sinceLastBeat(): number {
    const last = beatAt;
    beatAt = { process: performance.now(), wall: Date.now() };
    return Math.max(beatAt.process - last.process, beatAt.wall - last.wall);
  }

  async function beat(): Promise<void> {
    if (sinceLastBeat() > SILENCE_MS) lose(new WorkerStalledError('this process stood still for 10 s'));
    else if (performance.now() - answered > SILENCE_MS)
      lose(new OwnerSilentError('nobody has answered for 10 s'));
    if (isBeating || lost.signal.aborted) return;
    isBeating = true;
    const sent = performance.now();
    const progress: catalog.UnitProgress = { doneSeconds, speed: speed() };
    try {
      await calls.heartbeat(progress);
      answered = sent;
    } catch (error) {
      if (error instanceof LeaseLostError) lose(error);
      else logger.debug({ err: error }, 'a heartbeat was not answered');
    } finally {
      isBeating = false;
    }
  }

  function lose(reason: LeaseLostError): void {
    if (lost.signal.aborted) return;
    logger.info({ reason: reason.message }, 'lease lost');
    lost.abort(reason);
    clearInterval(timer);
  }

  const timer = setInterval(() => void beat(), EVERY_MS);
  return {
    lost: lost.signal,
    progress(seconds) {
      doneSeconds = Math.max(doneSeconds, seconds);
    },
    speed,
    stop: () => clearInterval(timer),
  };
}
