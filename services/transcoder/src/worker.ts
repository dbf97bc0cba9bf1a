import { catalog, game, type Call } from '@larksong/contracts';
import { startLoop, type Loop } from '@larksong/service-kit';
import { createQueueWorker } from '@larksong/service-kit/queue';
import pLimit from 'p-limit';

import { createWorkLock } from './work-lock.ts';
import type { WorkLane } from './metrics.ts';
import { claimWork, type Claimed, type SessionDeps } from './session.ts';
import { createSoundWork } from './sounds/sound-work.ts';
import { createUnitWork } from './units/unit-work.ts';

export interface WorkerOptions extends Omit<SessionDeps, 'workLock'> {
  redisUrl: string;
  /** Calls catalog. */
  call: Call;
  /** Calls game. */
  game: Call;
  /** Identifies this process in the tables of catalog and game. */
  workerId: string;
  /** Whether ffmpeg runs inside bubblewrap. */
  sandboxed: boolean;
  slots: Record<WorkLane, number>;
  /** Interval at which an idle lane polls, since wake-ups may get lost and Redis may be unavailable. */
  pollMs?: number;
}

export interface Worker {
  /** Stops claiming, ends running work and releases it. */
  stop(): Promise<void>;
}

const POLL_MS = 5000;
const QUEUES: Record<WorkLane, string> = { ...catalog.WAKE_UP_QUEUES, sound: game.SOUND_QUEUE };
const LANES: readonly WorkLane[] = ['heavy', 'light', 'sound'];
/** Deadline for closing a queue, since Redis may be unavailable. */
const CLOSE_MS = 1500;

/**
 * Claims units of both lanes from catalog, and sounds from game, and runs them, whenever a queue wakes it and every few
 * seconds. The lanes are independent, so that one keeps working while the other's service is down.
 */
export function startWorker(options: WorkerOptions): Worker {
  const shutdown = new AbortController();
  const deps = { ...options, workLock: createWorkLock() };
  const lanes = LANES.filter((lane) => options.slots[lane] > 0).map((lane) =>
    startLane(deps, lane, shutdown.signal),
  );
  return {
    async stop() {
      shutdown.abort(new Error('the worker is stopping'));
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

type LaneDeps = WorkerOptions & SessionDeps;

/** Claims one piece of a lane's work and runs it; returns false if nothing is due. */
async function workOnce(deps: LaneDeps, lane: WorkLane, shutdown: AbortSignal): Promise<boolean> {
  const claimed = await deps.workLock.shared(async () => {
    if (shutdown.aborted) return undefined;
    const found = await claimNext(deps, lane, shutdown);
    if (!found?.alone) await found?.run();
    return found;
  });
  // Exclusive work waits for all shared work, so it must not run inside `shared`.
  if (claimed?.alone) await claimed.run();
  return claimed !== undefined;
}

function claimNext(deps: LaneDeps, lane: WorkLane, shutdown: AbortSignal): Promise<Claimed | undefined> {
  const { workerId, sandboxed } = deps;
  if (lane === 'sound') return claimWork(deps, createSoundWork(deps.game, workerId), shutdown);
  return claimWork(deps, createUnitWork(deps.call, { workerId, lane, sandboxed }), shutdown);
}

interface RunningLane {
  stop: () => Promise<void>;
}

function startLane(options: LaneDeps, lane: WorkLane, shutdown: AbortSignal): RunningLane {
  const limit = pLimit(options.slots[lane]);
  const running = new Set<Promise<void>>();

  /** Claims and runs one piece of work as soon as a slot is free, and then has the loop look for more. */
  function runOne(): Promise<void> {
    const work = limit(async () => {
      // Made each time, since a child keeps the level that its parent had then.
      const logger = options.logger.child({ lane });
      if (await workOnce({ ...options, logger }, lane, shutdown)) loop.poke();
    });
    running.add(work);
    return work.finally(() => running.delete(work));
  }

  const loop: Loop = startLoop({
    name: `claim-${lane}`,
    everyMs: options.pollMs ?? POLL_MS,
    logger: options.logger,
    round: async () => {
      // Each free slot claims work; slots that the queues have filled are busy.
      const freeSlots = Math.max(0, limit.concurrency - limit.activeCount - limit.pendingCount);
      await Promise.all(Array.from({ length: freeSlots }, runOne));
    },
  });
  const queue = createQueueWorker<unknown>({
    name: QUEUES[lane],
    redisUrl: options.redisUrl,
    concurrency: options.slots[lane],
    logger: options.logger,
    process: runOne,
  });
  return {
    async stop() {
      await Promise.all([loop.stop(), Promise.allSettled(running)]);
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([queue.close(), late]);
    },
  };
}
