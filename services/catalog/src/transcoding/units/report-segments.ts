import { because, catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { Report, Verdict } from '@larksong/service-kit/leases';

import type { Db, UnitRow } from '../../db/tables.ts';
import type { TranscodingMetrics } from '../metrics.ts';
import { addSegments, countListable, hasSegment } from '../segments/store.ts';
import { saveListing } from '../../library/videos/store.ts';
import { secondsBetween } from '../../library/videos/video.ts';
import { units } from './leases.ts';
import { releaseUnits, touchUnit } from './store.ts';

/**
 * Records stored segments and lists those that every rung now has. The video becomes playable with the first segment of
 * every rung and of the sound; returns whether it is. Throws VALIDATION_FAILED for a segment that does not belong to the unit.
 */
export async function reportSegments(
  { db, metrics }: { db: Db; metrics: TranscodingMetrics },
  report: Report & { segments: catalog.Segment[] },
): Promise<Verdict & { playable?: boolean }> {
  let isPlayable = false;
  let playableAfterSeconds: number | undefined;
  const verdict = await units.whenOwned(db, report, async (trx, { row: unit, parent: video }) => {
    const { plan } = video;
    if (!plan || report.segments.some((segment) => !isOwn(unit, report.token, segment)))
      throw new AppError('VALIDATION_FAILED', because('unit.segment-of-another'));
    await addSegments(trx, unit, report.token, report.segments);
    const listed = await countListable(trx, video, plan.rungs.length);
    const playable = listed > 0 && (!plan.audio || (await hasSegment(trx, video, 'audio', 0)));
    const { started_at, playable_at } = await saveListing(trx, video.id, { listed, playable });
    isPlayable = playable_at !== null;
    const isFirst = video.playable_at === null && playable_at !== null;
    playableAfterSeconds = isFirst ? secondsBetween(started_at, playable_at) : undefined;
    if (isFirst) await releaseUnits(trx, video);
    await touchUnit(trx, { id: unit.id, token: report.token });
  });
  if (verdict.stop) return verdict;
  if (playableAfterSeconds !== undefined) metrics.playable(playableAfterSeconds);
  return { ...verdict, playable: isPlayable };
}

/** Returns whether a segment is one that the unit may produce, below the prefix of its token. */
function isOwn(unit: UnitRow, token: string, segment: catalog.Segment): boolean {
  const owner = { videoId: unit.video_id, attempt: unit.attempt, token };
  if (segment.key !== catalog.segmentKey(owner, segment.rendition, segment.index)) return false;
  if (!unit.chunk) return unit.kind === 'audio' && segment.rendition === 'audio';
  const { firstSegment, segmentCount } = unit.chunk;
  return (
    segment.rendition !== 'audio' &&
    segment.index >= firstSegment &&
    segment.index < firstSegment + segmentCount
  );
}
