import { writeFile } from 'node:fs/promises';

import type { catalog } from '@larksong/contracts';

import { presentationTimes } from '../../src/rules/fragment.ts';
import { readInit, readSegment } from '../../src/rules/boxes.ts';
import type { Bench } from './bench.ts';
import { ffmpeg, NUMBERED, numberedFrames, readNumbers } from './clips.ts';
import type { Kind } from './kinds.ts';

const FRAMES = 50;
const SOUND_RATE = 48_000;
/** Start of a beep that lasts a tenth of a second, in seconds. */
const BEEP_SECONDS = 1.2;

/** Writes subtitles and a cover picture to add to files. */
export async function writeExtraFiles(folder: string): Promise<{ subtitles: string; cover: string }> {
  const [subtitles, cover] = [`${folder}/lines.srt`, `${folder}/cover.png`];
  await writeFile(subtitles, '1\n00:00:00,500 --> 00:00:02,000\nHello\n');
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=1:d=1', '-frames:v', '1', cover]);
  return { subtitles, cover };
}

/** Makes a file of a kind: two seconds of numbered pictures with a beep. */
export async function makeOrdinaryFile(
  kind: Kind,
  { folder, extra }: { folder: string; extra: { subtitles: string; cover: string } },
): Promise<string> {
  const { width, height } = NUMBERED;
  const { frames = FRAMES, rate = '25', sound = true } = kind;
  const beep = `0.8*sin(2*PI*1000*t)*between(t,${BEEP_SECONDS},${BEEP_SECONDS + 0.1})`;
  const tone = ['-f', 'lavfi', '-i', `aevalsrc='${beep}':s=${SOUND_RATE}:d=2`];
  const inputs = [
    ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', rate, '-i', 'pipe:0'],
    ...(sound ? [[...(kind.lateSound ? ['-itsoffset', String(kind.lateSound)] : []), ...tone]] : []),
    ...(kind.extra === 'subtitles' ? [['-i', extra.subtitles]] : []),
    ...(kind.extra === 'cover' ? [['-i', extra.cover]] : []),
    ...(kind.extra === 'second sound' ? [tone] : []),
  ];
  const whole = `${folder}/${kind.file}`;
  const maps = inputs.flatMap((_, index) => ['-map', String(index)]);
  const filter = kind.filter ? ['-filter:v:0', kind.filter] : [];
  await ffmpeg([...inputs.flat(), ...maps, ...filter, ...kind.output, whole], numberedFrames(frames));
  if (!kind.cutSeconds) return whole;
  return cutBeginning(whole, kind.cutSeconds);
}

/** Cuts the start of a transport stream by dropping packets, and of any other file by an edit list. */
async function cutBeginning(path: string, seconds: number): Promise<string> {
  const cut = path.replace(/(\.\w+)$/, '-cut$1');
  const isStream = path.endsWith('.ts');
  // A copy with all packets from a given point, even if it does not start with a key frame.
  const drop = (packetsPerSecond: number) => `noise=drop='lt(n,${Math.ceil(seconds * packetsPerSecond)})'`;
  const from = ['-bsf:v', drop(25), '-bsf:a', drop(SOUND_RATE / 1024)];
  const seek = isStream ? [] : ['-ss', String(seconds)];
  await ffmpeg([
    ...seek,
    '-i',
    path,
    '-map',
    '0',
    '-c',
    'copy',
    ...(isStream ? ['-copyinkf', ...from] : []),
    cut,
  ]);
  return cut;
}

export interface Shown {
  /** Numbers of the frames, and their display times in seconds. */
  numbers: number[];
  times: number[];
  /** Start of the beep in seconds. */
  beep: number | undefined;
}

/** Decodes a file with plain ffmpeg, with the file's own timestamps. */
export async function decodeFile(path: string, hasSound: boolean): Promise<Shown> {
  const show = [
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1/90000',
    '-c:v',
    'rawvideo',
    '-f',
    'framecrc',
    '-',
  ];
  const lines = await ffmpeg([
    '-v',
    'fatal',
    '-copyts',
    '-i',
    path,
    '-map',
    '0:v:0',
    '-vf',
    'scale=16:16',
    ...show,
  ]);
  const rows = lines
    .toString()
    .split('\n')
    .filter((line) => /^\d/.test(line));
  const clock = [
    '-copyts',
    '-i',
    path,
    '-map',
    '0:a:0',
    '-af',
    `aresample=${SOUND_RATE}:async=1:first_pts=0`,
  ];
  return {
    numbers: await readNumbers(path),
    times: rows.map((row) => Number(row.split(',')[2]) / 90_000),
    beep: hasSound ? await findBeep(['-v', 'fatal', ...clock]) : undefined,
  };
}

/** Decodes a rendition and its audio as a player would. */
export async function decodeSegments(bench: Bench, segments: catalog.Segment[]): Promise<Shown> {
  // The largest rendition; only it may have more than 30 frames per second.
  const rendition =
    (['720p', '480p'] as const).find((each) => segments.some((segment) => segment.rendition === each)) ??
    '360p';
  const hasSound = segments.some((segment) => segment.rendition === 'audio');
  const path = `${bench.folder}/sound.mp4`;
  if (hasSound) await writeFile(path, await bench.join(segments, 'audio'));
  const times: number[] = [];
  for (const segment of segments.filter((one) => one.rendition === rendition)) {
    const { timescale } = readInit(await bench.read(segment.initKey));
    const shown = presentationTimes(readSegment(await bench.read(segment.key)));
    times.push(...shown.map((ticks) => ticks / timescale));
  }
  return {
    numbers: await readNumbers(await bench.join(segments, rendition)),
    times: times.sort((a, b) => a - b),
    beep: hasSound ? await findBeep(['-i', path]) : undefined,
  };
}

async function findBeep(input: string[]): Promise<number | undefined> {
  const sound = await ffmpeg([...input, '-ac', '1', '-ar', String(SOUND_RATE), '-f', 's16le', 'pipe:1']);
  for (let sample = 0; sample < sound.length / 2; sample += 1)
    if (Math.abs(sound.readInt16LE(sample * 2)) > 6000) return sample / SOUND_RATE;
  return undefined;
}
