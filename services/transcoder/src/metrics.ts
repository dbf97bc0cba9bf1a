import type { catalog } from '@larksong/contracts';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { MediaTools } from './media/tools.ts';

/** How a unit ended: `lost` to another worker or a deletion, `released` by a stopping worker. */
export type Outcome = 'done' | 'input' | 'infrastructure' | 'lost' | 'released';

/** The game's sounds have their own lane. */
export type WorkLane = catalog.Lane | 'sound';

/** The transcoder's metrics registry, and the functions that update it. */
export interface Metrics {
  registry: Registry;
  started(lane: WorkLane): void;
  /** Returns the number of running pieces of work. */
  active(lane: WorkLane): number;
  ended(unit: { lane: WorkLane; kind: catalog.UnitKind | 'sound'; outcome: Outcome; seconds: number }): void;
  speed(kind: catalog.UnitKind | 'sound', videoSecondsPerSecond: number): void;
}

/** Registers the transcoder's metrics, among them its slots, and returns the functions that update them. */
export function createMetrics(tools: MediaTools, slots: Record<WorkLane, number>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const units = new Counter({
    name: 'transcoder_units_total',
    help: 'Units that ended',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'transcoder_unit_seconds',
    help: 'Time from the claim of a unit to its end',
    labelNames: ['kind'],
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 80, 160, 320, 640, 1280],
    registers,
  });
  const running = createRunning(registry, slots);
  const speed = new Gauge({
    name: 'transcoder_speed_ratio',
    help: 'Seconds of video encoded per second by the latest unit of a kind',
    labelNames: ['kind'],
    registers,
  });
  describeSandbox(tools, registry);
  return {
    registry,
    started: (lane) => running.change(lane, 1),
    active: running.count,
    ended(unit) {
      running.change(unit.lane, -1);
      units.inc({ kind: unit.kind, outcome: unit.outcome });
      seconds.observe({ kind: unit.kind }, unit.seconds);
    },
    speed: (kind, ratio) => speed.set({ kind }, ratio),
  };
}

/** Registers the gauges of the lanes, and counts what runs in each. */
function createRunning(registry: Registry, slots: Record<WorkLane, number>) {
  const registers = [registry];
  const active = new Gauge({
    name: 'transcoder_active_units',
    help: 'Units that are running',
    labelNames: ['lane'],
    registers,
  });
  const free = new Gauge({
    name: 'transcoder_slots',
    help: 'Units that this worker runs at most at once',
    labelNames: ['lane'],
    registers,
  });
  const running: Record<WorkLane, number> = { heavy: 0, light: 0, sound: 0 };
  for (const [lane, count] of Object.entries(slots)) {
    free.set({ lane }, count);
    active.set({ lane }, 0);
  }
  return {
    count: (lane: WorkLane) => running[lane],
    change(lane: WorkLane, by: 1 | -1): void {
      running[lane] += by;
      active.set({ lane }, running[lane]);
    },
  };
}

/** Registers a gauge that is always 1; its labels show the active protections against hostile files. */
function describeSandbox(tools: MediaTools, registry: Registry): void {
  const { isolation } = tools;
  new Gauge({
    name: 'transcoder_sandbox_info',
    help: 'Protections against hostile files that are active on this machine',
    labelNames: ['parent_death', 'limits', 'unprivileged_user', 'bubblewrap', 'ffmpeg'],
    registers: [registry],
  }).set(
    {
      parent_death: String(isolation.parentDeath),
      limits: String(isolation.limits),
      unprivileged_user: String(isolation.unprivilegedUser),
      bubblewrap: String(isolation.bubblewrap),
      ffmpeg: tools.version,
    },
    1,
  );
}
