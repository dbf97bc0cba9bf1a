import { createOutbox } from '@larksong/service-kit/leases';

import type { Tables } from '../../db/tables.ts';

/** The outbox of wake-ups for units that became due. */
export const outbox = createOutbox<Tables>({
  table: 'outbox',
  column: 'unit_id',
  leases: 'transcode_units',
});
