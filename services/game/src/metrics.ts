import type { game } from '@larksong/contracts';
import { addReadGauge, KEEP_READINGS_MS, keepReading } from '@larksong/service-kit';
import { Counter, type Registry } from 'prom-client';

import type { Db } from './db/tables.ts';
import { countSoundJobs } from './sounds/store.ts';

export interface Metrics {
  registry: Registry;
  soundFailed: (cause: 'input' | 'infrastructure' | 'lost') => void;
  packPartEnded: (result: game.PackResult) => void;
}

/** Creates game's own metrics: the number of its sounds by state, read every 15 s at most, and their failures. */
export function createMetrics(registry: Registry, db: Db): Metrics {
  const read = keepReading(KEEP_READINGS_MS, () => countSoundJobs(db));
  addReadGauge(registry, {
    name: 'game_sounds',
    help: 'Uploaded sounds that are queued, being prepared, or permanently failed',
    labels: ['state'],
    read,
    toSamples: (counts) => Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
  });
  const failures = new Counter({
    name: 'game_sound_failures_total',
    help: 'Failed tries to prepare a sound, by cause: the file, the infrastructure, or a lost worker',
    labelNames: ['cause'],
    registers: [registry],
  });
  for (const cause of ['input', 'infrastructure', 'lost']) failures.inc({ cause }, 0);
  const parts = new Counter({
    name: 'game_pack_parts_total',
    help: 'Cards, pictures, sounds and other files of imported card packs, by what became of them',
    labelNames: ['result'],
    registers: [registry],
  });
  return {
    registry,
    soundFailed: (cause) => failures.inc({ cause }),
    packPartEnded: (result) => parts.inc({ result }),
  };
}
