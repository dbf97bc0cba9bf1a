import type { WakeUpQueue } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { listDueJobs } from './store.ts';

/** A job is a hint: whoever takes it asks for whatever sound is due. */
export interface SoundWakeUp {
  soundId: string;
}

export type SoundQueue = WakeUpQueue<SoundWakeUp>;

/**
 * Asks for a wake-up for every sound that has been due for some seconds and has no live job. Each try of a sound has a
 * job id of its own, since BullMQ ignores an id that it still keeps.
 */
export async function wakeDueSounds(deps: { db: Db; queue: SoundQueue }, forSeconds: number): Promise<void> {
  const due = await listDueJobs(deps.db, forSeconds);
  if (due.length === 0) return;
  const live = await deps.queue.liveJobIds();
  for (const { id, started_count: tries } of due) {
    const jobId = `${id}-${tries}`;
    if (!live.has(jobId)) await deps.queue.add(jobId, { soundId: id });
  }
}
