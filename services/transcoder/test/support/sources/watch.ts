import { readFile, writeFile } from 'node:fs/promises';

import type { catalog } from '@larksong/contracts';

import { readInit, readSegment } from '../../../src/rules/segment/boxes.ts';
import { presentationTimes } from '../../../src/rules/segment/fragment.ts';
import type { Bench } from '../bench.ts';
import { ffmpeg } from '../clips.ts';
import { READ_SIDE, readPictures, type Seen } from './picture.ts';

/** Samples per second at which sound is listened to. */
const LISTEN_RATE = 48_000;

/** A detected beep. */
export interface Beep {
  start: number;
  /** Hertz. */
  pitch: number;
}

/** A video as a player shows it. */
export interface Watched {
  frames: (Seen & { time: number })[];
  /** Undefined without sound. */
  beeps: Beep[] | undefined;
}

/** Decodes one rendition and the sound of a video. */
export async function watch(
  bench: Bench,
  segments: catalog.Segment[],
  rendition: catalog.Rendition,
): Promise<Watched> {
  const [picture, sound] = [`${bench.folder}/picture.mp4`, `${bench.folder}/sound.mp4`];
  const hasSound = segments.some((segment) => segment.rendition === 'audio');
  await writeFile(picture, await bench.join(segments, rendition));
  if (hasSound) await writeFile(sound, await bench.join(segments, 'audio'));
  const samples = `${bench.folder}/sound.raw`;
  const pixels = await ffmpeg([
    ...['-i', picture, ...(hasSound ? ['-i', sound] : [])],
    ...['-map', '0:v', '-vf', `scale=${READ_SIDE}:${READ_SIDE}:flags=area+accurate_rnd,format=rgb24`],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
    ...(hasSound ? ['-map', '1:a', '-ac', '1', '-ar', String(LISTEN_RATE), '-f', 's16le', samples] : []),
  ]);
  const [seen, times] = [readPictures(pixels), await readTimes(bench, segments, rendition)];
  if (seen.length !== times.length)
    throw new Error(`${times.length} frames are listed, ${seen.length} are decoded`);
  return {
    frames: seen.map((one, index) => ({ ...one, time: times[index] ?? 0 })),
    beeps: hasSound ? hear(await readFile(samples)) : undefined,
  };
}

/** Returns the display times of all frames of a rendition, in order. */
async function readTimes(
  bench: Bench,
  segments: catalog.Segment[],
  rendition: catalog.Rendition,
): Promise<number[]> {
  const times: number[] = [];
  for (const segment of segments.filter((one) => one.rendition === rendition)) {
    const { timescale } = readInit(await bench.read(segment.initKey));
    const shown = presentationTimes(readSegment(await bench.read(segment.key)));
    times.push(...shown.map((ticks) => ticks / timescale));
  }
  return times.sort((a, b) => a - b);
}

/** Finds beeps in samples of 16 bits. */
function hear(bytes: Buffer): Beep[] {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const threshold = Math.max(300, peak / 4);
  const beeps: Beep[] = [];
  let quietSince = -LISTEN_RATE;
  for (let at = 0; at < samples.length; at += 1) {
    if (Math.abs(samples[at] ?? 0) < threshold) continue;
    // The tone itself crosses zero, so only longer gaps separate beeps.
    if (at - quietSince > LISTEN_RATE / 20)
      beeps.push({ start: at / LISTEN_RATE, pitch: pitchOf(samples, at) });
    quietSince = at;
  }
  return beeps;
}

/** Returns the pitch of the next tenth of a second, by zero crossings. */
function pitchOf(samples: Int16Array, from: number): number {
  const length = LISTEN_RATE / 10;
  let crossings = 0;
  for (let at = from + 1; at < from + length; at += 1)
    if ((samples[at] ?? 0) >= 0 !== (samples[at - 1] ?? 0) >= 0) crossings += 1;
  return crossings / 2 / (length / LISTEN_RATE);
}
