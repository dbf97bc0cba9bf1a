import { status } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';
import { cached } from '@larksong/service-kit/status';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import { countSoundJobs } from '../sounds/store.ts';
import { readSoundAge } from './store.ts';

interface StatusDeps {
  db: Db;
  storage: Storage;
  describeProcess: () => Promise<status.ProcessStatus>;
}

/** All objects are listed for it. */
const KEEP_SIZE_MS = 600_000;
const WAIT_SIZE_MS = 1000;

/** Registers the call that describes game, its servers and its sounds. */
export function registerStatus(register: Register, deps: StatusDeps): void {
  const { db, storage } = deps;
  const measure = cached(() => sumObjects(storage), { keepMs: KEEP_SIZE_MS, waitMs: WAIT_SIZE_MS });
  const readFigures = async () => {
    const [sounds, oldestSeconds, mediaBytes] = await Promise.all([
      countSoundJobs(db),
      readSoundAge(db),
      measure(),
    ]);
    const { due: waiting, running, failed } = sounds;
    return { sounds: { waiting, running, failed, oldestSeconds }, mediaBytes: mediaBytes ?? null };
  };
  register(status.getGameStatus, async () => {
    const [process, figures] = await Promise.all([
      deps.describeProcess(),
      readFigures().catch(() => null), // Postgres is away, as `process` says
    ]);
    return { data: { process, figures } };
  });
}

async function sumObjects(storage: Storage): Promise<number> {
  let sum = 0;
  for await (const { sizeBytes } of storage.list('game/')) sum += sizeBytes;
  return sum;
}
