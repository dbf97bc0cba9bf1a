import { SOUND_QUEUE, WAKE_UP_QUEUES, type Call, type Lane } from '@larksong/contracts';
import { createQueueWorker, startLoop, type Loop, type QueueWorker } from '@larksong/service-kit';

import { claim } from './catalog.ts';
import type { WorkLane } from './metrics.ts';
import { createSlots, type Slots } from './slots.ts';
import { claim as claimSound } from './sound/game.ts';
import { runSoundSession } from './sound/sound-session.ts';
import { runSession, type SessionDeps } from './unit-session.ts';

export interface WorkerOptions extends SessionDeps {
  redisUrl: string;
  /** Reaches game, as `call` reaches catalog. */
  game: Call;
  /** Names this process in the tables of catalog and game. */
  workerId: string;
  slots: Record<WorkLane, number>;
  /** How often an idle lane asks by itself; wake-ups may get lost, and Redis may be away. */
  pollMs?: number;
}

export interface Worker {
  /** Takes nothing new, ends what runs and gives it back. */
  stop(): Promise<void>;
}

const POLL_MS = 5000;
const QUEUES: Record<WorkLane, string> = { ...WAKE_UP_QUEUES, sound: SOUND_QUEUE };
const LANES: readonly WorkLane[] = ['heavy', 'light', 'sound'];
/** Closing waits for Redis, which may be away. */
const CLOSE_MS = 1500;

/**
 * Claims units of both lanes from catalog, and sounds from game, and does them: woken up by the queues, and by itself
 * every few seconds. The lanes know nothing of each other, so that one's service may be away.
 */
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

/** Claims one piece of a lane's work and does it; false when nothing is due. */
function createWork(options: WorkerOptions, lane: WorkLane, shutdown: AbortSignal): () => Promise<boolean> {
  return lane === 'sound' ? () => runSound(options, shutdown) : () => runUnit(options, lane, shutdown);
}

async function runUnit(options: WorkerOptions, lane: Lane, shutdown: AbortSignal): Promise<boolean> {
  const unit = await claim(options.call, { workerId: options.workerId, lane });
  if (unit) await runSession(options, unit, shutdown);
  return unit !== null;
}

async function runSound(options: WorkerOptions, shutdown: AbortSignal): Promise<boolean> {
  const sound = await claimSound(options.game, options.workerId);
  if (sound) await runSoundSession(options, sound, shutdown);
  return sound !== null;
}

interface RunningLane {
  stop: () => Promise<void>;
}

function startLane(options: WorkerOptions, lane: WorkLane, shutdown: AbortSignal): RunningLane {
  const slots = createSlots(options.slots[lane]);
  const logger = options.logger.child({ lane });
  const work = createWork({ ...options, logger }, lane, shutdown);
  const runOne = async () => !shutdown.aborted && (await work());

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
  const queue = createQueueWorker<unknown>({
    name: QUEUES[lane],
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
