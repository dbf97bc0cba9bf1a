import { game } from '@larksong/contracts';
import type { Logger, Register } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import type { KnownMedia } from '../files/known-media.ts';
import { claimSound } from './claim-sound.ts';
import { completeSound } from './complete-sound.ts';
import { reportSound, sounds } from './leases.ts';
import { soundStore } from './store.ts';

export interface SoundDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
  knownMedia: KnownMedia;
  onSweep: () => void;
  onSoundDue: () => void;
  onSoundFailed: (cause: 'input' | 'infrastructure') => void;
}

/** Registers the calls of the transcoders. */
export function registerSounds(register: Register, deps: SoundDeps): void {
  const { db } = deps;
  register(game.claimSound, async ({ body }) => ({
    data: { sound: await claimSound(db, body.workerId) },
  }));

  register(game.heartbeatSound, async ({ params, body }) => ({
    data: await reportSound(db, async (tables) => ({
      stop: !(await soundStore.touch(tables, { ...body, id: params.id })),
    })),
  }));

  register(game.completeSound, async ({ params, body }) => {
    const data = await reportSound(db, (tables) =>
      completeSound({ ...deps, db: tables }, { ...body, id: params.id }),
    );
    await deps.knownMedia.announce();
    deps.onSweep();
    return { data };
  });

  register(game.failSound, async ({ params, body, request }) => {
    request.log.warn({ soundId: params.id, cause: body.cause, reason: body.message }, 'sound failed');
    const data = await reportSound(db, (tables) => sounds.fail(tables, { ...body, id: params.id, log: '' }));
    if (!data.stop) deps.onSoundFailed(body.cause);
    deps.onSweep();
    return { data };
  });

  register(game.releaseSound, async ({ params, body }) => {
    const data = await reportSound(db, (tables) => sounds.release(tables, { ...body, id: params.id }));
    deps.onSoundDue();
    return { data };
  });
}
