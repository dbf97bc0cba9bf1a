import type { game } from '@larksong/contracts';
import { Counter, Gauge, Registry } from 'prom-client';

import type { Db } from './db/tables.ts';
import { countSoundJobs } from './sounds/store.ts';

export interface Metrics {
  registry: Registry;
  soundFailed: (cause: 'input' | 'infrastructure' | 'lost') => void;
  packPartEnded: (result: game.PackResult) => void;
}

/** Creates game's own metrics: the number of its sounds by state, read at each scrape, and their failures. */
export function createMetrics(db: Db): Metrics {
  const registry = new Registry();
  const jobs = new Gauge({
    name: 'game_sounds',
    help: 'Uploaded sounds that are queued, being prepared, or permanently failed',
    labelNames: ['state'],
    registers: [registry],
    async collect(): Promise<void> {
      const counts = await countSoundJobs(db).catch(() => undefined);
      // Missing while Postgres is away: KEDA would take NaN for very few sounds.
      if (counts === undefined) return jobs.reset();
      for (const state of ['due', 'running', 'failed'] as const) jobs.set({ state }, counts[state]);
    },
  });
  const failures = new Counter({
    name: 'game_sound_failures_total',
    help: 'Failed tries to prepare a sound, by cause: the file, the infrastructure, or a lost worker',
    labelNames: ['cause'],
    registers: [registry],
  });
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
