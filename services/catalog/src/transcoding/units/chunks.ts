import { catalog } from '@larksong/contracts';

/** Number of segments in a usual chunk: 24 s. */
const CHUNK_SEGMENTS = 6;

/**
 * Cuts a source into chunks of whole segments. The first chunk is one segment, so that a video of any length is playable
 * after the same few seconds. The rest is divided evenly, among at least two workers if it is long enough (60 s become
 * 4, 28 and 28 s). A source without exact seeking is one chunk.
 */
export function planChunks(plan: Pick<catalog.Plan, 'durationSeconds' | 'seekable'>): catalog.Chunk[] {
  const total = catalog.countSegments(plan.durationSeconds);
  if (!plan.seekable || total < 4) return [toChunk(0, total, plan.durationSeconds)];
  const rest = total - 1;
  const count = rest < 4 ? 1 : Math.max(2, Math.round(rest / CHUNK_SEGMENTS));
  const borders = Array.from({ length: count + 1 }, (_, index) => 1 + Math.round((rest * index) / count));
  const chunks = borders.slice(1).map((end, index) => {
    const first = borders[index] ?? 1;
    return toChunk(first, end - first, plan.durationSeconds);
  });
  return [toChunk(0, 1, plan.durationSeconds), ...chunks];
}

function toChunk(firstSegment: number, segmentCount: number, durationSeconds: number): catalog.Chunk {
  return {
    startSeconds: firstSegment * catalog.SEGMENT_SECONDS,
    endSeconds: Math.min((firstSegment + segmentCount) * catalog.SEGMENT_SECONDS, durationSeconds),
    firstSegment,
    segmentCount,
  };
}
