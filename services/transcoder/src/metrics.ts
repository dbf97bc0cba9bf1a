import type { catalog } from '@larksong/contracts';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { MediaTools } from './media/tools.ts';

/** How a unit ended: `lost` to another worker or a deletion, `released` by a worker that stops. */
export type Outcome = 'done' | 'input' | 'infrastructure' | 'lost' | 'released';

/** Sounds of the game have a lane of their own. */
export type WorkLane = catalog.Lane | 'sound';

export interface Metrics {
  registry: Registry;
  started(lane: WorkLane): void;
  ended(unit: { lane: WorkLane; kind: catalog.UnitKind | 'sound'; outcome: Outcome; seconds: number }): void;
  speed(kind: catalog.UnitKind | 'sound', videoSecondsPerSecond: number): void;
}

export function createMetrics(tools: MediaTools): Metrics {
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
    help: 'Time from a claim to its end',
    labelNames: ['kind'],
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 80, 160, 320, 640, 1280],
    registers,
  });
  const active = new Gauge({
    name: 'transcoder_active_units',
    help: 'Units that run now',
    labelNames: ['lane'],
    registers,
  });
  const speed = new Gauge({
    name: 'transcoder_speed_ratio',
    help: 'Seconds of video made per second by the newest unit of a kind',
    labelNames: ['kind'],
    registers,
  });
  describeSandbox(tools, registry);
  return {
    registry,
    started: (lane) => active.inc({ lane }),
    ended(unit) {
      active.dec({ lane: unit.lane });
      units.inc({ kind: unit.kind, outcome: unit.outcome });
      seconds.observe({ kind: unit.kind }, unit.seconds);
    },
    speed: (kind, ratio) => speed.set({ kind }, ratio),
  };
}

/** Always 1; its labels say which measures against hostile files are active. */
function describeSandbox(tools: MediaTools, registry: Registry): void {
  const { isolation } = tools;
  new Gauge({
    name: 'transcoder_sandbox_info',
    help: 'Which measures keep ffmpeg in its place on this machine',
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
