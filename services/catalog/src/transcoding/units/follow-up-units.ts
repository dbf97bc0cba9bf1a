import type { catalog } from '@larksong/contracts';

import type { Trx, VideoRow } from '../../db/tables.ts';
import { planChunks } from './chunks.ts';
import * as store from './store.ts';

/**
 * Creates the units that follow a plan: its chunks, the sound and the pictures. Those that a viewer does not wait for are
 * held back until the video is playable.
 */
export async function createUnitsOfPlan(trx: Trx, video: VideoRow, plan: catalog.Plan): Promise<void> {
  await store.createUnits(trx, video, [
    ...planChunks(plan).map((chunk, index) => ({
      kind: 'video-chunk' as const,
      index,
      chunk,
      isHeld: index > 0,
    })),
    ...(plan.audio ? [{ kind: 'audio' as const, index: 0, chunk: null }] : []),
    { kind: 'extras', index: 0, chunk: null, isHeld: true },
  ]);
}

/** Creates the finish unit of a video once no other unit is open, unless it exists. The caller has locked the video. */
export async function createFinishUnitIfDue(trx: Trx, video: VideoRow): Promise<void> {
  if ((await store.countOpenUnits(trx, video)) > 0) return;
  if (!(await store.hasFinishUnit(trx, video)))
    await store.createUnits(trx, video, [{ kind: 'finish', index: 0, chunk: null }]);
}
