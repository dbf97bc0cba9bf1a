import { game } from '@larksong/contracts';
import type { Logger, Register } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import * as report from './report-sound.ts';
import { touchSoundJob } from './store.ts';

export interface SoundDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
  onSweep: () => void;
  onSoundDue: () => void;
  onSoundFailed: (cause: 'input' | 'infrastructure') => void;
}

/** What the transcoders call. */
export function registerSounds(register: Register, deps: SoundDeps): void {
  const { db } = deps;
  register(game.claimSound, async ({ body }) => ({
    data: { sound: await report.claimSound(db, body.workerId) },
  }));

  register(game.heartbeatSound, async ({ params, body }) => ({
    data: { stop: !(await touchSoundJob(db, params.id, body)) },
  }));

  register(game.completeSound, async ({ params, body }) => {
    const data = await report.completeSound(deps, { id: params.id, ...body });
    deps.onSweep();
    return { data };
  });

  register(game.failSound, async ({ params, body }) => {
    deps.logger.warn({ soundId: params.id, cause: body.cause, reason: body.message }, 'a sound failed');
    const data = await report.failSound(db, { id: params.id, ...body });
    if (!data.stop) deps.onSoundFailed(body.cause);
    deps.onSweep();
    return { data };
  });

  register(game.releaseSound, async ({ params, body }) => {
    const data = await report.releaseSound(db, { id: params.id, ...body });
    deps.onSoundDue();
    return { data };
  });
}
