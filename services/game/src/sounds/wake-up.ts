import type { WakeUpQueue } from '@larksong/service-kit';
import type { WakeUps } from '@larksong/service-kit/leases';

import type { SoundJobRow } from '../db/tables.ts';
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
