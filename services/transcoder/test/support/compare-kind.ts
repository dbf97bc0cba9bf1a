import type { Bench } from './bench.ts';
import type { Kind } from './kinds.ts';
import { decodeFile, decodeSegments, makeOrdinaryFile, type Shown } from './ordinary-files.ts';
import { transcode } from './whole-video.ts';

/**
 * Makes a file of a kind, runs it through all units, and compares the result with ffmpeg's own decoding of the source:
 * each frame, its time, and audio/video sync. Returns the differences.
 */
export async function findDifferences(
  bench: Bench,
  kind: Kind,
  extra: { subtitles: string; cover: string },
): Promise<string[]> {
  const path = await makeOrdinaryFile(kind, { folder: bench.folder, extra });
  const { segments } = await transcode(bench, path);
  const source = await decodeFile(path, kind.sound !== false);
  const made = await decodeSegments(bench, segments);
  return [...comparePicture(source, made), ...(kind.sound === false ? [] : compareSound(source, made))];
}

function comparePicture(source: Shown, made: Shown): string[] {
  // Where an encoder dropped frames, the previous frame is repeated at a constant rate.
  const isNew = made.numbers.map((number, index) => index === 0 || number !== made.numbers[index - 1]);
  const numbers = made.numbers.filter((_, index) => isNew[index]);
  if (made.times.length !== made.numbers.length) return ['not every frame has a time'];
  if (numbers.join() !== source.numbers.join())
    return [`frames ${made.numbers.join(' ')} instead of ${source.numbers.join(' ')}`];
  const wanted = fromFirst(source);
  const times = fromFirst(made);
  const late = times
    .filter((_, index) => isNew[index])
    .findIndex((time, index) => isOff(time, wanted[index]));
  return [
    ...(late < 0 ? [] : [`frame ${numbers[late]} is displayed at the wrong time`]),
    ...((times.at(-1) ?? 0) > (wanted.at(-1) ?? 0) + 0.01 ? ['an extra frame at the end'] : []),
  ];
}

/** Returns the times relative to the first frame. */
function fromFirst({ times }: Shown): number[] {
  return times.map((time) => time - (times[0] ?? 0));
}

function isOff(time: number, wanted: number | undefined): boolean {
  return Math.abs(time - (wanted ?? Infinity)) > 0.01;
}

function compareSound(source: Shown, made: Shown): string[] {
  const beepOf = ({ beep = Number.NaN, times }: Shown) => beep - (times[0] ?? 0);
  const lag = beepOf(made) - beepOf(source);
  return Math.abs(lag) < 0.02 ? [] : [`the sound is off by ${lag.toFixed(3)} s`];
}
