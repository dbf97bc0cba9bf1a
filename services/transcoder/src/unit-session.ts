import { join } from 'node:path';

import { catalog, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import { callsOf, LostUnit, StalledWorker, UnansweredWorker, type UnitCalls } from './units/catalog.ts';
import type { Company } from './company.ts';
import { describeFailure } from './failure.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import type { Job } from './units/job.ts';
import { openSource } from './media/source.ts';
import type { SourceServer } from './media/source-server.ts';
import type { MediaTools } from './media/tools.ts';
import { createFolder, removeFolder } from './media/work-folder.ts';
import type { Metrics, Outcome } from './metrics.ts';
import { runUnit } from './units/run-unit.ts';

export interface SessionDeps {
  call: Call;
  storage: Storage;
  tools: MediaTools;
  sourceServer: SourceServer;
  workRoot: string;
  /** Everything that this process works on. */
  company: Company;
  metrics: Metrics;
  logger: Logger;
}

/** Time for telling catalog how a unit ended once its heart beats no more. */
const LAST_WORDS_MS = 3000;
/** Time for telling the owner of lost work that its worker did not die. */
const LATE_WORDS_MS = 30_000;

const STOOD_STILL = 'The program that was working on it stood still for too long.';

/** Does a claimed unit from its first heartbeat to its report, and leaves nothing behind but what catalog knows of. */
export async function runSession(
  deps: SessionDeps,
  unit: catalog.UnitAssignment,
  shutdown: AbortSignal,
): Promise<Outcome> {
  const lane = catalog.laneOf(unit.kind);
  const logger = deps.logger.child({
    reqId: unit.requestId ?? undefined,
    unit: unit.id,
    video: unit.videoId,
    kind: unit.kind,
    index: unit.index,
  });
  const begin = performance.now();
  deps.metrics.started(lane);
  logger.info({ chunk: unit.chunk ?? undefined }, 'unit taken up');
  let outcome: Outcome = 'lost';
  try {
    outcome = await work({ ...deps, logger }, unit, shutdown);
  } finally {
    const seconds = (performance.now() - begin) / 1000;
    deps.metrics.ended({ lane, kind: unit.kind, outcome, seconds });
    logger.info({ outcome, seconds: Number(seconds.toFixed(2)) }, 'unit ended');
  }
  return outcome;
}

async function work(
  deps: SessionDeps,
  unit: catalog.UnitAssignment,
  shutdown: AbortSignal,
): Promise<Outcome> {
  const calls = callsOf(deps.call, unit);
  const heartbeat = startHeartbeat(calls, deps.logger);
  const signal = AbortSignal.any([heartbeat.lost, shutdown]);
  const written = createLedger(deps.storage);
  try {
    const run = () => runInFolder(deps, unit, { calls, heartbeat, signal, written });
    const result = await (unit.alone ? runAlone(deps.company, { calls, signal, run }) : run());
    written.knowAll(); // before: the answer may get lost
    await calls.complete(result, heartbeat.lost); // also while shutting down: the work is done
    if (heartbeat.speed() !== null) deps.metrics.speed(unit.kind, heartbeat.speed() ?? 0);
    return 'done';
  } catch (error) {
    await written.removeUnknown().catch((cause: unknown) => {
      deps.logger.warn({ err: cause }, 'output of a failed unit was left behind');
    });
    return await reportEnd(deps, { calls, heartbeat, shutdown, error });
  } finally {
    heartbeat.stop();
  }
}

/** Runs work with nothing beside it, once its owner knows of that. */
export function runAlone<T>(
  company: Company,
  of: { calls: Pick<UnitCalls, 'beginAlone'>; signal: AbortSignal; run: () => Promise<T> },
): Promise<T> {
  return company.alone(async () => {
    await of.calls.beginAlone(of.signal);
    return of.run();
  });
}

interface Session {
  calls: UnitCalls;
  heartbeat: Heartbeat;
  signal: AbortSignal;
  written: Ledger;
}

async function runInFolder(
  deps: SessionDeps,
  unit: catalog.UnitAssignment,
  session: Session,
): Promise<catalog.UnitResult> {
  const { isolation } = deps.tools;
  const workDir = await createFolder(join(deps.workRoot, unit.token), isolation);
  const source = await openSource(deps.storage, deps.sourceServer, { ...unit.source, isolation });
  const job: Job = {
    unit,
    storage: deps.storage,
    tools: deps.tools,
    source,
    workDir,
    signal: session.signal,
    logger: deps.logger,
    put: session.written.put,
    async reportSegments(segments) {
      session.written.know(segments.map((segment) => segment.key)); // before: the answer may get lost
      await session.calls.reportSegments(segments, session.signal);
    },
    reportProgress: session.heartbeat.progress,
  };
  try {
    return await runUnit(job);
  } finally {
    source.close();
    await removeFolder(workDir);
  }
}

/** Tells catalog about a bad end where it wants to know. */
async function reportEnd(
  deps: SessionDeps,
  end: { calls: UnitCalls; heartbeat: Heartbeat; shutdown: AbortSignal; error: unknown },
): Promise<Outcome> {
  const { calls, heartbeat, shutdown, error } = end;
  if (heartbeat.lost.aborted || error instanceof LostUnit) {
    await reportLoss(deps.logger, { calls, shutdown, reason: heartbeat.lost.reason });
    return 'lost';
  }
  const limit = AbortSignal.any([heartbeat.lost, AbortSignal.timeout(LAST_WORDS_MS)]);
  try {
    if (shutdown.aborted) {
      await calls.release(limit);
      return 'released';
    }
    const failure = describeFailure(error);
    deps.logger.warn({ err: error, cause: failure.cause }, 'unit failed');
    await calls.fail(failure, heartbeat.lost);
    return failure.cause;
  } catch (cause) {
    deps.logger.warn({ err: cause }, 'catalog could not be told how the unit ended');
    return 'lost';
  }
}

/**
 * A worker that comes back after a silence tells the owner of its work that it did not die: a pause of its own counts as
 * one of the failures that are tried again, since the work may have caused it, and a silent owner as nothing.
 */
export async function reportLoss(
  logger: Logger,
  loss: { calls: Pick<UnitCalls, 'fail' | 'release'>; shutdown: AbortSignal; reason: unknown },
): Promise<void> {
  const { calls, shutdown, reason } = loss;
  const limit = AbortSignal.any([shutdown, AbortSignal.timeout(LATE_WORDS_MS)]);
  try {
    if (reason instanceof StalledWorker)
      await calls.fail({ cause: 'infrastructure', message: STOOD_STILL, log: '' }, limit);
    else if (reason instanceof UnansweredWorker) await calls.release(limit);
  } catch (error) {
    logger.debug({ err: error }, 'the owner of lost work knew already, or could not be told');
  }
}

interface Ledger {
  put: Job['put'];
  /** Catalog is told of these; from now on they are its own. */
  know: (keys: string[]) => void;
  knowAll: () => void;
  removeUnknown: () => Promise<void>;
}

/** Keeps account of objects that catalog has not been told of. */
function createLedger(storage: Storage): Ledger {
  const unknown = new Set<string>();
  return {
    async put(key, body, contentType) {
      unknown.add(key);
      await storage.put(key, body, { contentType });
    },
    know(keys) {
      for (const key of keys) unknown.delete(key);
    },
    knowAll: () => unknown.clear(),
    async removeUnknown() {
      for (const key of unknown) await storage.delete(key);
    },
  };
}
