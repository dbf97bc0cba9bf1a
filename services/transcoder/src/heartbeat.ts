import type { catalog } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import { LeaseLostError, OwnerSilentError, WorkerStalledError, type LeaseCalls } from './lease-calls.ts';

const EVERY_MS = 2000;
/** After this long without an answer, another worker may have claimed the work. */
const SILENCE_MS = 10_000;

/** The heartbeats of one lease. */
export interface Heartbeat {
  /** Aborted with `LeaseLostError` once the lease is lost. */
  lost: AbortSignal;
  /** Sets the progress that the next heartbeat reports, in seconds; it never decreases. */
  progress: (doneSeconds: number) => void;
  /** Seconds of output per second since the start; null before any progress. */
  speed: () => number | null;
  stop: () => void;
}

/** Sends the progress to the owner of the work every two seconds, until stopped or until the lease is lost. */
export function startHeartbeat(calls: Pick<LeaseCalls<unknown>, 'heartbeat'>, logger: Logger): Heartbeat {
  const lost = new AbortController();
  const progress = createProgress();
  const sinceLastBeat = createStopwatch();
  let answered = performance.now();
  let isBeating = false;

  async function beat(): Promise<void> {
    if (sinceLastBeat() > SILENCE_MS) lose(new WorkerStalledError('this process was frozen for 10 s'));
    else if (performance.now() - answered > SILENCE_MS)
      lose(new OwnerSilentError('the owner has not answered for 10 s'));
    if (isBeating || lost.signal.aborted) return;
    isBeating = true;
    const sent = performance.now();
    try {
      await calls.heartbeat(progress.read());
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
    progress: (seconds) => progress.set(seconds),
    speed: () => progress.read().speed,
    stop: () => clearInterval(timer),
  };
}

/** Returns the progress of work that begins now. */
function createProgress() {
  const begin = performance.now();
  let doneSeconds = 0;
  return {
    set(seconds: number): void {
      doneSeconds = Math.max(doneSeconds, seconds);
    },
    read(): catalog.UnitProgress & { speed: number | null } {
      const seconds = (performance.now() - begin) / 1000;
      return { doneSeconds, speed: doneSeconds > 0 && seconds > 0 ? doneSeconds / seconds : null };
    },
  };
}

/**
 * Returns a function that returns the milliseconds since its last call. The monotonic clock stops while the machine
 * sleeps; the wall clock does not.
 */
function createStopwatch(): () => number {
  let calledAt = { process: performance.now(), wall: Date.now() };
  return () => {
    const last = calledAt;
    calledAt = { process: performance.now(), wall: Date.now() };
    return Math.max(calledAt.process - last.process, calledAt.wall - last.wall);
  };
}
