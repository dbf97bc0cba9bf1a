import { join } from 'node:path';

import type { catalog } from '@larksong/contracts';
import { inSpan, type Logger } from '@larksong/service-kit';
import { WORKER_UNRESPONSIVE, type Failure } from '@larksong/service-kit/leases';
import { sayFailure } from '@larksong/service-kit/sentences';
import type { Storage } from '@larksong/service-kit/storage';

import type { WorkLock } from './work-lock.ts';
import { describeFailure } from './failure.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import { LeaseLostError, OwnerSilentError, WorkerStalledError, type LeaseCalls } from './lease-calls.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { openSource, type Source, type SourceServer } from './media/source.ts';
import type { MediaTools } from './media/tools.ts';
import { createFolder, removeFolder } from './media/work-folder.ts';
import type { Metrics, Outcome, WorkLane } from './metrics.ts';

export interface SessionDeps {
  storage: Storage;
  tools: MediaTools;
  sourceServer: SourceServer;
  workRoot: string;
  /** Shared by everything that this process works on. */
  workLock: WorkLock;
  metrics: Metrics;
  logger: Logger;
}

/** A claimed piece of work as its owner describes it; `token` fences it. */
interface Assignment {
  id: string;
  token: string;
  requestId: string | null;
  traceParent?: string;
  alone?: boolean;
}

/** One kind of leased work: how it is claimed, done, and reported. */
export interface Work<A extends Assignment, Result, Calls extends LeaseCalls<Result>> {
  /** Names the work in the sentence for an unexpected failure, and in logs. */
  what: 'video' | 'sound';
  claim: () => Promise<A | null>;
  /** Returns the lane and kind for metrics, and fields for the log. */
  describe: (assignment: A) => { lane: WorkLane; kind: catalog.UnitKind | 'sound'; fields: object };
  sourceOf: (assignment: A) => { key: string; sizeBytes: number };
  report: (assignment: A) => Calls;
  run: (session: RunContext<A, Calls>) => Promise<Result>;
}

/** The resources of running work. Work ends early, by throwing the signal's reason, when the signal is aborted. */
export interface Workplace {
  storage: Storage;
  tools: MediaTools;
  source: Source;
  /** A folder for this work alone that ffmpeg may write to; always deleted afterwards. */
  workDir: string;
  signal: AbortSignal;
}

/** Everything that is passed to running work. */
interface RunContext<A, Calls> extends Workplace {
  assignment: A;
  calls: Calls;
  logger: Logger;
  ledger: Ledger;
  heartbeat: Heartbeat;
}

/** Claimed work that has not begun. */
export interface Claimed {
  /** True if nothing else may run at the same time. */
  alone: boolean;
  /**
   * Runs it from the first heartbeat to the report, and leaves no stored objects that the owner does not know about.
   */
  run: () => Promise<Outcome>;
}

const UNRESPONSIVE: Failure = {
  cause: 'infrastructure',
  message: sayFailure(WORKER_UNRESPONSIVE),
  reason: WORKER_UNRESPONSIVE,
  log: '',
};

/** Deadline for releasing work while the worker stops. */
const REPORT_TIMEOUT_MS = 3000;
/** Deadline for reporting a lost lease to an owner that considers this worker dead. */
const LATE_REPORT_TIMEOUT_MS = 30_000;

/** Claims one piece of work; returns undefined if nothing is due. */
export async function claimWork<A extends Assignment, Result, Calls extends LeaseCalls<Result>>(
  deps: SessionDeps,
  work: Work<A, Result, Calls>,
  shutdown: AbortSignal,
): Promise<Claimed | undefined> {
  const assignment = await work.claim();
  if (!assignment) return undefined;
  return {
    alone: assignment.alone ?? false,
    run: () => {
      const { kind } = work.describe(assignment);
      const attributes = { 'larksong.request_id': assignment.requestId ?? '', 'larksong.kind': kind };
      return inSpan(kind, { parent: assignment.traceParent, attributes }, () =>
        runSession(deps, { work, assignment, shutdown }),
      );
    },
  };
}

interface Session<A extends Assignment, Result, Calls extends LeaseCalls<Result>> {
  work: Work<A, Result, Calls>;
  assignment: A;
  shutdown: AbortSignal;
}

async function runSession<A extends Assignment, Result, Calls extends LeaseCalls<Result>>(
  deps: SessionDeps,
  session: Session<A, Result, Calls>,
): Promise<Outcome> {
  const { work, assignment } = session;
  const { lane, kind, fields } = work.describe(assignment);
  const logger = deps.logger.child({ reqId: assignment.requestId ?? undefined, ...fields });
  const begin = performance.now();
  deps.metrics.started(lane);
  logger.info(`${work.what} work started`);
  let outcome: Outcome = 'lost';
  try {
    outcome = await holdLease({ ...deps, logger }, session, (speed) => deps.metrics.speed(kind, speed));
  } finally {
    const seconds = (performance.now() - begin) / 1000;
    deps.metrics.ended({ lane, kind, outcome, seconds });
    logger.info({ outcome, seconds: Number(seconds.toFixed(2)) }, `${work.what} work ended`);
  }
  return outcome;
}

/** Keeps the lease alive while the work runs, and reports how it ended. */
async function holdLease<A extends Assignment, Result, Calls extends LeaseCalls<Result>>(
  deps: SessionDeps,
  { work, assignment, shutdown }: Session<A, Result, Calls>,
  noteSpeed: (videoSecondsPerSecond: number) => void,
): Promise<Outcome> {
  const calls = work.report(assignment);
  const heartbeat = startHeartbeat(calls, deps.logger);
  const signal = AbortSignal.any([heartbeat.lost, shutdown]);
  const ledger = createLedger(deps.storage);
  try {
    const run = () => runInFolder(deps, work, { assignment, calls, signal, ledger, heartbeat });
    const result = await (assignment.alone ? runAlone(deps.workLock, { calls, signal, run }) : run());
    await calls.complete(result, heartbeat.lost, ledger.knowAll); // also during shutdown, since the work is done
    const speed = heartbeat.speed();
    if (speed !== null) noteSpeed(speed);
    return 'done';
  } catch (error) {
    await ledger.removeUnknown().catch((cause: unknown) => {
      deps.logger.warn({ err: cause }, 'output of failed work could not be deleted from storage');
    });
    return await reportEnd(deps.logger, { what: work.what, calls, heartbeat, shutdown, error });
  } finally {
    heartbeat.stop();
  }
}

/** Runs work alone, after reporting that to its owner. */
function runAlone<T>(
  workLock: WorkLock,
  of: { calls: Pick<LeaseCalls<unknown>, 'beginAlone'>; signal: AbortSignal; run: () => Promise<T> },
): Promise<T> {
  return workLock.exclusive(async () => {
    await of.calls.beginAlone(of.signal);
    return of.run();
  });
}

async function runInFolder<A extends Assignment, Result, Calls extends LeaseCalls<Result>>(
  { storage, tools, logger, sourceServer, workRoot }: SessionDeps,
  work: Work<A, Result, Calls>,
  running: Pick<RunContext<A, Calls>, 'assignment' | 'calls' | 'signal' | 'ledger' | 'heartbeat'>,
): Promise<Result> {
  const { isolation } = tools;
  const workDir = await createFolder(join(workRoot, running.assignment.token), isolation);
  try {
    const wanted = { ...work.sourceOf(running.assignment), isolation };
    const source = await openSource(storage, sourceServer, wanted);
    try {
      return await work.run({ ...running, storage, tools, logger, source, workDir });
    } finally {
      source.close();
    }
  } finally {
    await removeFolder(workDir);
  }
}

interface FailedRun {
  what: 'video' | 'sound';
  calls: Pick<LeaseCalls<unknown>, 'fail' | 'release'>;
  heartbeat: Heartbeat;
  shutdown: AbortSignal;
  error: unknown;
}

/** Reports to the owner that its work did not complete, and returns the outcome. */
async function reportEnd(logger: Logger, end: FailedRun): Promise<Outcome> {
  const { calls, heartbeat, shutdown, error } = end;
  if (heartbeat.lost.aborted || error instanceof LeaseLostError) {
    await reportLoss(logger, end);
    return 'lost';
  }
  try {
    if (shutdown.aborted) {
      await calls.release(AbortSignal.any([heartbeat.lost, AbortSignal.timeout(REPORT_TIMEOUT_MS)]));
      return 'released';
    }
    const failure = describeFailure(error, end.what);
    logger.warn({ err: error, cause: failure.cause }, `${end.what} work failed`);
    await calls.fail(failure, heartbeat.lost);
    return failure.cause;
  } catch (cause) {
    logger.warn({ err: cause }, 'the outcome of the work could not be reported');
    return 'lost';
  }
}

/**
 * Reports to the owner of lost work that the worker did not die. If the worker was frozen, this counts as a failure to
 * be retried, since the work may have caused it. If the owner was silent, the work is released without a failure.
 */
async function reportLoss(logger: Logger, { calls, heartbeat, shutdown }: FailedRun): Promise<void> {
  const reason: unknown = heartbeat.lost.reason;
  const limit = AbortSignal.any([shutdown, AbortSignal.timeout(LATE_REPORT_TIMEOUT_MS)]);
  try {
    if (reason instanceof WorkerStalledError) await calls.fail(UNRESPONSIVE, limit);
    else if (reason instanceof OwnerSilentError) await calls.release(limit);
  } catch (error) {
    logger.debug(
      { err: error },
      'a lost lease could not be reported: its owner already knew, or is unreachable',
    );
  }
}
