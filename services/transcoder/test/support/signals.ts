import type { catalog } from '@larksong/contracts';

import type { Bench } from './bench.ts';
import { ffmpeg } from './clips.ts';

const RATE = 48_000;
const FRAMES = 25;
/** Each side of the picture by which flashes are seen. */
const SIDE = 4;

/** Options for a clip with a flash and a beep at the beginning of each second; both last a tenth of a second. */
export function signalInputs(seconds: number, size = '160x96', rate: number | string = FRAMES): string[] {
  const flash = "drawbox=c=white:t=fill:enable='lt(mod(t+0.001,1),0.1)'";
  return [
    ['-f', 'lavfi', '-i', `color=black:s=${size}:r=${rate}:d=${seconds},${flash}`],
    ['-f', 'lavfi', '-i', `aevalsrc='0.5*sin(2*PI*880*t)*lt(mod(t,1),0.1)':s=${RATE}:d=${seconds}`],
  ].flat();
}

/** Fast encoders of picture and sound that every container here takes. */
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] as const;

/** Returns the times of the flashes and beeps in the decoded renditions, in seconds. */
export async function findSignals(
  bench: Bench,
  segments: catalog.Segment[],
): Promise<{ flashes: number[]; beeps: number[] }> {
  const look = ['-vf', `scale=${SIDE}:${SIDE}:flags=area,format=gray`, '-fps_mode', 'cfr', '-r', `${FRAMES}`];
  const picture = await ffmpeg(
    ['-i', 'pipe:0', ...look, '-f', 'rawvideo', 'pipe:1'],
    await bench.join(segments, '360p'),
  );
  const pixels = SIDE * SIDE;
  const bright = Array.from({ length: picture.length / pixels }, (_, index) => {
    const frame = picture.subarray(index * pixels, (index + 1) * pixels);
    return frame.reduce((sum, value) => sum + value, 0) / pixels > 125;
  });
  const flashes = onsets(bright, FRAMES);
  if (!segments.some(({ rendition }) => rendition === 'audio')) return { flashes, beeps: [] };
  const sound = await ffmpeg(
    ['-i', 'pipe:0', '-ac', '1', '-ar', String(RATE), '-f', 's16le', 'pipe:1'],
    await bench.join(segments, 'audio'),
  );
  const loud = Array.from({ length: sound.length / 2 }, (_, i) => Math.abs(sound.readInt16LE(i * 2)) > 4000);
  // The tone itself crosses zero, so only longer gaps count as silence.
  const beeps = onsets(loud, RATE).filter((time, i, all) => i === 0 || time - (all[i - 1] ?? 0) > 0.05);
  return { flashes, beeps };
}

function onsets(states: boolean[], perSecond: number): number[] {
  return states.flatMap((state, i) => (state && !states[i - 1] ? [i / perSecond] : []));
}
