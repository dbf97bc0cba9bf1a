import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';

export interface PlaceCounts {
  nests: number;
  classes: number;
  /** On which nests are open. */
  devices: number;
  restingPins: number;
}

/** Returns how many nests, classes, open devices and resting PINs there are. */
export async function countPlaces(db: Db): Promise<PlaceCounts> {
  const { rows } = await sql<PlaceCounts>`
    select (select count(*) from nests)::integer as nests,
      (select count(*) from nest_classes)::integer as classes,
      (select count(*) from nest_sessions where revoked_at is null and expires_at > clock_timestamp())::integer
        as devices,
      (select count(*) from nest_pins where rests)::integer as "restingPins"`.execute(db);
  return rows[0] ?? { nests: 0, classes: 0, devices: 0, restingPins: 0 };
}
