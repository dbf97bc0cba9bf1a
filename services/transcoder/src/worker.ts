import { WAKE_UP_QUEUES, type Lane, type WakeUp } from '@larksong/contracts';
import { createQueueWorker, startLoop, type Loop, type QueueWorker } from '@larksong/service-kit';

import { claim } from './catalog.ts';
import { createSlots, type Slots } from './slots.ts';
import { runSession, type SessionDeps } from './unit-session.ts';

export interface WorkerOptions extends SessionDeps {
  redisUrl: string;
  /** Names this process in catalog's tables. */
  workerId: string;
  slots: Record<Lane, number>;
  /** How often an idle lane asks by itself; wake-ups may get lost, and Redis may be away. */
  pollMs?: number;
}

export interface Worker {
  /** Takes nothing new, ends what runs and gives it back. */
  stop(): Promise<void>;
}

const POLL_MS = 5000;
const LANES: readonly Lane[] = ['heavy', 'light'];
/** Closing waits for Redis, which may be away. */
const CLOSE_MS = 1500;

/** Claims units of both lanes from catalog and does them: woken up by the queues, and by itself every few seconds. */
export function startWorker(options: WorkerOptions): Worker {
  const shutdown = new AbortController();
  const lanes = LANES.filter((lane) => options.slots[lane] > 0).map((lane) =>
    startLane(options, lane, shutdown.signal),
  );
  return {
    async stop() {
      shutdown.abort(new Error('the worker stops'));
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

interface RunningLane {
  stop: () => Promise<void>;
}

function startLane(options: WorkerOptions, lane: Lane, shutdown: AbortSignal): RunningLane {
  const slots = createSlots(options.slots[lane]);
  const logger = options.logger.child({ lane });

  /** Claims one unit and does it; false when nothing is due. */
  async function runOne(): Promise<boolean> {
    if (shutdown.aborted) return false;
    const unit = await claim(options.call, { workerId: options.workerId, lane });
    if (!unit) return false;
    await runSession({ ...options, logger }, unit, shutdown);
    return true;
  }

  const loop: Loop = startLoop({
    name: `claim-${lane}`,
    everyMs: options.pollMs ?? POLL_MS,
    logger,
    round: async () => {
      // Each free slot asks; what the queues have filled already is busy.
      await Promise.all(Array.from({ length: slots.free() }, () => slots.use(runOne).then(pokeIf)));
    },
  });
  function pokeIf(hasRun: boolean): void {
    if (hasRun) loop.poke();
  }
  const queue = createQueueWorker<WakeUp>({
    name: WAKE_UP_QUEUES[lane],
    redisUrl: options.redisUrl,
    concurrency: options.slots[lane],
    logger,
    process: async () => {
      if (await slots.use(runOne)) loop.poke();
    },
  });
  return { stop: () => stopLane({ loop, queue, slots }) };
}

async function stopLane(lane: { loop: Loop; queue: QueueWorker; slots: Slots }): Promise<void> {
  await Promise.all([lane.loop.stop(), lane.slots.idle()]);
  const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([lane.queue.close(), late]);
}
