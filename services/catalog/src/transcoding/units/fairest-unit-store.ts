import type { catalog } from '@larksong/contracts';
import { sql, type RawBuilder } from 'kysely';

import type { Trx, UnitRow } from '../../db/tables.ts';
import { unitStore } from './store.ts';

const KINDS: Record<catalog.Lane, catalog.UnitKind[]> = {
  heavy: ['video-chunk'],
  light: ['plan', 'audio', 'extras', 'finish'],
};

/**
 * Claims the fairest due unit of a lane. The uploader who has waited longest for a turn comes first, so that one
 * person's only song receives every second turn while another person has five hundred in the queue. Among the videos of
 * an uploader, the one that has waited longest comes first, so that a short clip receives every second turn while a
 * film is processed. Within a video, sound comes before pictures for lists, since the video cannot be watched without
 * it. Returns undefined if nothing is due.
 */
export async function claimFairestUnit(
  trx: Trx,
  claim: { lane: catalog.Lane; workerId: string; planVersion?: number | undefined; token: string },
): Promise<UnitRow | undefined> {
  const { planVersion = 1, lane, ...worker } = claim;
  const due = await findFairestDue(trx, { lane, planVersion });
  if (!due) return undefined;
  const turn = sql`${TURN[lane]} = clock_timestamp()`;
  await sql`update videos set ${turn} where id = ${due.video_id}`.execute(trx);
  await sql`update uploaders set ${turn} where id = ${due.uploader_id}`.execute(trx);
  return unitStore.claim(trx, { ...worker, candidate: sql`${due.id}::uuid` });
}

const TURN: Record<catalog.Lane, RawBuilder<unknown>> = {
  heavy: sql.ref('heavy_claimed_at'),
  light: sql.ref('light_claimed_at'),
};

/** Locks and returns the fairest due unit. Looks into one video after the other, and so reads few of many units. */
async function findFairestDue(
  trx: Trx,
  { lane, planVersion }: { lane: catalog.Lane; planVersion: number },
): Promise<{ id: string; video_id: string; uploader_id: string } | undefined> {
  const { rows } = await sql<{ id: string; video_id: string; uploader_id: string }>`
    select units.id, turns.id as video_id, turns.uploader_id
    from (
      select videos.id, videos.attempt, videos.uploader_id
      from videos join uploaders on uploaders.id = videos.uploader_id
      where videos.status = 'processing'
        and coalesce((videos.plan ->> 'version')::integer, 1) <= ${planVersion}
      order by uploaders.${TURN[lane]} nulls first, videos.${TURN[lane]} nulls first, videos.created_at, videos.id
      offset 0
    ) turns
    cross join lateral (
      select id from transcode_units
      where video_id = turns.id and attempt = turns.attempt
        and state = 'due' and due_at <= now() and kind in (${sql.join(KINDS[lane])})
      order by array_position(array['plan', 'audio', 'extras', 'finish'], kind), index
      limit 1 for update skip locked
    ) units
    limit 1`.execute(trx);
  return rows[0];
}
