import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { catalog } from '@larksong/contracts';

import type { Clip } from './clips.ts';
import type { Encoded } from './encoded.ts';
import type { ProcessorClock } from './processor-time.ts';

const run = promisify(execFile);

/** Peak rates in bits per second that guides for self-hosted sites commonly give. */
export const CUSTOMARY_RATES: Partial<Record<catalog.Resolution, number>> = {
  '720p': 2_534_431,
  '480p': 1_228_815,
  '360p': 864_010,
};

/**
 * Encodes the clip as self-hosted sites commonly do: one ffmpeg process for each rung, one after the other, each from
 * the source, to HLS with a key frame every two seconds.
 */
export async function encodeAsCustomary(
  clip: Clip,
  rungs: readonly catalog.Rung[],
  { folder, clock }: { folder: string; clock: ProcessorClock },
): Promise<Encoded> {
  const [startedAt, before] = [performance.now(), await clock.seconds()];
  for (const rung of rungs) await encodeRung(clip, rung, join(folder, `${rung.resolution}.m3u8`));
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = (await clock.seconds()) - before;
  const renditions = rungs.map((rung) => ({ rung, path: join(folder, `${rung.resolution}.m3u8`) }));
  return { completedSeconds: seconds, cpuSeconds, renditions };
}

async function encodeRung(clip: Clip, rung: catalog.Rung, path: string): Promise<void> {
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-i', clip.path, '-vf', `scale=${rung.width}:${rung.height}`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
    ...['-maxrate', String(rung.maxBitrate), '-bufsize', String(rung.bufferBits)],
    ...['-force_key_frames', 'expr:gte(t,n_forced*2)', '-sc_threshold', '0'],
    ...['-c:a', 'aac', '-b:a', '128k', '-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', path],
  ]);
}
