import { createOutbox } from '@larksong/service-kit/leases';

import type { Tables } from '../../db/tables.ts';

/** Wake-ups for units that became due, on their way to Redis. */
export const outbox = createOutbox<Tables>({
  table: 'outbox',
  column: 'unit_id',
  leases: 'transcode_units',
});
