import { Counter, Gauge, Registry } from 'prom-client';

import type { Db } from './db/tables.ts';
import { countSoundJobs } from './sounds/store.ts';

export interface Metrics {
  registry: Registry;
  soundFailed: (cause: 'input' | 'infrastructure' | 'lost') => void;
}

/** Returns game's own metrics: the state of its sounds, read whenever it is asked for, and their failures. */
export function createMetrics(db: Db): Metrics {
  const registry = new Registry();
  const jobs = new Gauge({
    name: 'game_sounds',
    help: 'Uploaded sounds that wait, are being prepared, or failed for good',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await countSoundJobs(db).catch(() => undefined);
      for (const state of ['due', 'running', 'failed'] as const)
        jobs.set({ state }, counts?.[state] ?? Number.NaN);
    },
  });
  const failures = new Counter({
    name: 'game_sound_failures_total',
    help: 'Tries to prepare a sound that failed: through the file, through the surroundings, or with their worker',
    labelNames: ['cause'],
    registers: [registry],
  });
  return { registry, soundFailed: (cause) => failures.inc({ cause }) };
}
