import { createLeases } from '@larksong/service-kit/leases';

import type { Tables, UnitRow, VideoRow } from '../../db/tables.ts';
import { addNotice } from '../notices/store.ts';
import { markFailed } from '../../library/videos/store.ts';
import { outbox } from '../wake-ups/store.ts';
import { lockVideoOf, stopUnits, unitStore } from './store.ts';

/** The lease protocol of units. A unit that is given up fails its video, and its uploader is notified. */
export const units = createLeases<Tables, UnitRow, VideoRow>({
  store: unitStore,
  work: 'video',
  lockParent: lockVideoOf,
  describe: (unit) => `unit ${unit.kind} ${unit.index}`,
  async giveUp(trx, unit, reason) {
    if (!(await markFailed(trx, unit.video_id, reason))) return;
    await stopUnits(trx, unit);
    await addNotice(trx, unit.video_id, 'failed');
  },
  onDue: outbox.enqueue,
});
