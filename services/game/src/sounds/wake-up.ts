import type { WakeUpQueue } from '@larksong/service-kit/queue';
import { wakeDue, type WakeUps } from '@larksong/service-kit/leases';

import { eachPackTables } from '../db/further-tables.ts';
import type { Db, SoundJobRow } from '../db/tables.ts';
import { soundStore } from './store.ts';

/** A job is only a hint: its worker claims any sound that is due. */
export interface SoundWakeUp {
  soundId: string;
}

export type SoundQueue = WakeUpQueue<SoundWakeUp>;

/** Returns the configuration of wake-ups for sounds. */
export function toWakeUps(queue: SoundQueue): WakeUps<SoundJobRow, SoundWakeUp> {
  return {
    store: soundStore,
    queues: [queue],
    queueOf: () => queue,
    toPayload: (sound) => ({ soundId: sound.id }),
  };
}

/** Adds wake-ups for all sounds that are due, of every pack. */
export async function wakeSounds(db: Db, queue: SoundQueue): Promise<void> {
  for (const tables of eachPackTables(db)) await wakeDue(tables, toWakeUps(queue), 0);
}
