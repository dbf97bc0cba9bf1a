import type { WakeUpQueue } from '@larksong/service-kit';
import type { WakeUps } from '@larksong/service-kit/leases';

import type { SoundJobRow } from '../db/tables.ts';
import { soundStore } from './store.ts';

/** A job is a hint: the worker that takes it asks for whatever sound is due. */
export interface SoundWakeUp {
  soundId: string;
}

export type SoundQueue = WakeUpQueue<SoundWakeUp>;

/** Returns where wake-ups for sounds go. */
export function toWakeUps(queue: SoundQueue): WakeUps<SoundJobRow, SoundWakeUp> {
  return {
    store: soundStore,
    queues: [queue],
    queueOf: () => queue,
    toPayload: (sound) => ({ soundId: sound.id }),
  };
}
