import { FAILURE_CODES, type catalog, type FailureCode } from '@larksong/contracts';
import { addReadGauge, keepReading } from '@larksong/service-kit';
import { Counter, Histogram, type Registry } from 'prom-client';

import type { Db } from '../db/tables.ts';
import { countAbandonedVideos, readLanes, type LaneState } from './queue-state/store.ts';
import { listRunningUnits, listWorkers } from './workers/store.ts';
import { countSlots, toWorker, type WorkLane } from './workers/worker.ts';

/** The events of transcoding that metrics count. Called after their transaction was committed. */
export interface TranscodingMetrics {
  /** `seconds` since the attempt began. */
  playable: (seconds: number) => void;
  completed: (seconds: number) => void;
  /** A chunk was encoded at `speed` seconds of video per second. */
  encoded: (rungs: readonly string[], speed: number) => void;
  unitRetried: (code: FailureCode) => void;
  /** A silent worker lost a unit. */
  unitLost: () => void;
  videoFailed: (code: FailureCode) => void;
}

const LANES: readonly catalog.Lane[] = ['heavy', 'light'];
const WORKER_STATES: readonly catalog.Worker['state'][] = ['idle', 'busy', 'stopping', 'stopped', 'vanished'];

/** Registers the metrics of transcoding: events of this process, and the state of the database. */
export function createTranscodingMetrics(
  registry: Registry,
  { db, keepMs }: { db: Db; keepMs: number },
): TranscodingMetrics {
  const lanes = keepReading(keepMs, () => readLanes(db));
  addQueue(registry, lanes);
  addStuckUnits(registry, lanes, () => countAbandonedVideos(db));
  addWorkers(
    registry,
    keepReading(keepMs, () => readWorkers(db)),
  );
  return { ...addDurations(registry), ...addFailures(registry) };
}

function addDurations(registry: Registry): Pick<TranscodingMetrics, 'playable' | 'completed' | 'encoded'> {
  const registers = [registry];
  const playable = new Histogram({
    name: 'transcode_time_to_playable_seconds',
    help: 'Time from the beginning of an attempt until its video can be watched',
    buckets: [1, 2, 3, 5, 8, 13, 20, 30, 60, 120, 300, 600, 1800],
    registers,
  });
  const completed = new Histogram({
    name: 'transcode_time_to_completed_seconds',
    help: 'Time from the beginning of an attempt until its video is completed',
    buckets: [2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600, 7200, 14_400, 43_200],
    registers,
  });
  const speed = new Histogram({
    name: 'transcode_encode_speed_ratio',
    help: 'Seconds of video encoded per second by one worker, for each chunk and each of its rungs',
    labelNames: ['rung'],
    buckets: [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 32],
    registers,
  });
  return {
    playable: (seconds) => playable.observe(seconds),
    completed: (seconds) => completed.observe(seconds),
    encoded: (rungs, ratio) => {
      for (const rung of rungs) speed.observe({ rung }, ratio);
    },
  };
}

function addFailures(
  registry: Registry,
): Pick<TranscodingMetrics, 'unitRetried' | 'unitLost' | 'videoFailed'> {
  const registers = [registry];
  const retries = new Counter({
    name: 'transcode_unit_retries_total',
    help: 'Units that failed and are tried again, by cause',
    labelNames: ['code'],
    registers,
  });
  const lost = new Counter({
    name: 'transcode_units_lost_total',
    help: 'Units taken from workers that fell silent',
    registers,
  });
  const failures = new Counter({
    name: 'transcode_videos_failed_total',
    help: 'Videos that failed, by cause',
    labelNames: ['code'],
    registers,
  });
  for (const code of FAILURE_CODES) for (const counter of [retries, failures]) counter.inc({ code }, 0);
  return {
    unitRetried: (code) => retries.inc({ code }),
    unitLost: () => lost.inc(),
    videoFailed: (code) => failures.inc({ code }),
  };
}

/** Adds the gauges of the queue, which are missing while Postgres is away: KEDA would take NaN for very few units. */
function addQueue(registry: Registry, read: () => Promise<LaneState[]>): void {
  const add = (name: string, help: string, toValue: (lane: LaneState) => number) =>
    addReadGauge(registry, {
      name,
      help,
      labels: ['lane'],
      read,
      toSamples: (states) =>
        LANES.map((lane) => {
          const state = states.find((other) => other.lane === lane);
          return { labels: { lane }, value: state ? toValue(state) : 0 };
        }),
    });
  add('transcode_waiting_units', 'Units that wait for a worker', ({ waiting }) => waiting);
  add('transcode_running_units', 'Units that a worker has', ({ running }) => running);
  add(
    'transcode_open_units',
    'Units that wait for a worker or that one has; as many as could keep workers busy',
    ({ waiting, running }) => waiting + running,
  );
  add(
    'transcode_oldest_waiting_seconds',
    'Time for which the oldest waiting unit has been due',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

function addStuckUnits(
  registry: Registry,
  readQueue: () => Promise<LaneState[]>,
  countAbandoned: () => Promise<number>,
): void {
  addReadGauge(registry, {
    name: 'transcode_stuck_units',
    help: 'Units that nobody continues: running without a heartbeat for a minute, or missing from a video in processing',
    read: () => Promise.all([readQueue(), countAbandoned()]),
    toSamples: ([lanes, abandoned]) => [{ value: lanes.reduce((sum, lane) => sum + lane.silent, abandoned) }],
  });
}

interface Workers {
  states: catalog.Worker['state'][];
  slots: Record<WorkLane, number>;
}

async function readWorkers(db: Db): Promise<Workers> {
  const [seen, units] = await Promise.all([listWorkers(db), listRunningUnits(db)]);
  return { states: seen.map((worker) => toWorker(worker, units).state), slots: countSlots(seen) };
}

function addWorkers(registry: Registry, read: () => Promise<Workers>): void {
  addReadGauge(registry, {
    name: 'transcode_workers',
    help: 'Workers by state; stopped and vanished ones are counted for some minutes',
    labels: ['state'],
    read,
    toSamples: ({ states }) =>
      WORKER_STATES.map((state) => ({
        labels: { state },
        value: states.filter((other) => other === state).length,
      })),
  });
  addReadGauge(registry, {
    name: 'transcode_worker_slots',
    help: 'Pieces of work that the present workers can do at once, by lane',
    labels: ['lane'],
    read,
    toSamples: ({ slots }) => Object.entries(slots).map(([lane, value]) => ({ labels: { lane }, value })),
  });
}
