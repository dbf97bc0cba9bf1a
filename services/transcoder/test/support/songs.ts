import { readFile, writeFile } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';

import { ffmpeg } from './clips.ts';

/** A sound file with a beep at the beginning of each second. */
export interface SongSpec {
  name: string;
  seconds: number;
  /** Options of ffmpeg for codec, rate, channels and container. */
  encode: string[];
  extension: string;
  /** The cover of the file. */
  cover?: keyof typeof COVERS | 'written by ffmpeg';
  tags?: Record<string, string>;
  /** How much longer the result may be, if the format cannot say where its sound begins and ends. */
  slackSeconds?: number;
  /** Changes the file that ffmpeg wrote. */
  change?: (file: Buffer) => Buffer;
}

/** The colour of a cover that is found in the published picture: red, green, blue. */
export const COVER_COLOUR = [40, 160, 220] as const;

/** Pictures, and what else is found as cover of songs. */
const COVERS = {
  jpeg: () => makePicture('600x600', 'mjpeg'),
  png: () => makePicture('300x200', 'png'),
  tall: () => makePicture('100x900', 'mjpeg'),
  transparent: () => makePicture('300x300', 'png', HOLES),
  icon: () => makePicture('32x32', 'png'),
  'as a text': () => Promise.resolve(Buffer.from('There was a picture here once.')),
  broken: async () => (await makePicture('600x600', 'mjpeg')).fill(0x55, 60),
  empty: () => Promise.resolve(Buffer.alloc(0)),
  'of 10,000 × 10,000 pixels': () => Promise.resolve(hugePng()),
} as const;

const PNGS: ReadonlySet<string> = new Set(['png', 'transparent', 'icon'] satisfies (keyof typeof COVERS)[]);

/** Leaves the middle, and makes the rest transparent and black. */
const HOLES = ['-vf', 'format=rgba,geq=' + ['r', 'g', 'b', 'a'].map(inTheMiddle).join(':')];

function inTheMiddle(plane: string): string {
  return `${plane}='if(lt(max(abs(X-W/2),abs(Y-H/2)),W/4),${plane === 'a' ? 'alpha' : plane}(X,Y),0)'`;
}

async function makePicture(size: string, codec: string, change: string[] = []): Promise<Buffer> {
  const colour = `0x${Buffer.from(COVER_COLOUR).toString('hex')}`;
  const input = ['-f', 'lavfi', '-i', `color=c=${colour}:s=${size}`];
  return ffmpeg([
    ...input,
    ...change,
    '-frames:v',
    '1',
    '-c:v',
    codec,
    '-q:v',
    '2',
    '-f',
    'image2pipe',
    'pipe:1',
  ]);
}

/** Returns a black PNG of 100 megapixels. */
function hugePng(): Buffer {
  const side = 10_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1; // bits for each pixel, grey
  const pixels = deflateSync(Buffer.alloc(side * (1 + side / 8)));
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
  };
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Makes a song and returns its path. */
export async function makeSong(folder: string, spec: SongSpec): Promise<string> {
  const path = `${folder}/song.${spec.extension}`;
  const sound = `aevalsrc='0.4*sin(2*PI*660*t)*lt(mod(t,1),0.15)':s=48000:d=${spec.seconds}`;
  const hasFfmpegCover = spec.cover === 'written by ffmpeg';
  const cover = `${folder}/cover.jpg`;
  if (hasFfmpegCover) await writeFile(cover, await COVERS.jpeg());
  await ffmpeg([
    ...['-f', 'lavfi', '-i', sound, ...(hasFfmpegCover ? ['-i', cover, '-map', '0', '-map', '1'] : [])],
    ...(hasFfmpegCover ? ['-c:v', 'copy', '-disposition:v', 'attached_pic'] : []),
    ...Object.entries(spec.tags ?? {}).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]),
    ...['-strict', '-2', ...spec.encode, path],
  ]);
  if (spec.cover && !hasFfmpegCover && spec.cover !== 'written by ffmpeg') {
    const picture = await COVERS[spec.cover]();
    const mime = PNGS.has(spec.cover) ? 'image/png' : 'image/jpeg';
    await writeFile(path, Buffer.concat([id3Tag(picture, mime), await readFile(path)]));
  }
  if (spec.change) await writeFile(path, spec.change(await readFile(path)));
  return path;
}

/** Returns an ID3v2.3 tag with a cover, and a title in UTF-16. */
export function id3Tag(picture: Buffer, mime = 'image/jpeg', title = 'Fünf Enten 五'): Buffer {
  const text = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(title, 'utf16le')]);
  const cover = Buffer.concat([Buffer.from(`\0${mime}\0\x03\0`, 'latin1'), picture]);
  const frame = (name: string, data: Buffer) =>
    Buffer.concat([Buffer.from(name), uint32(data.length), Buffer.alloc(2), data]);
  const frames = Buffer.concat([frame('TIT2', text), frame('APIC', cover)]);
  const size = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), frames]);
}

const LISTEN_RATE = 8000;
const WINDOW = LISTEN_RATE / 100;

/** Returns when the beeps of a published sound begin, in seconds. */
export async function hearBeeps(sound: Buffer): Promise<number[]> {
  const raw = await ffmpeg(
    ['-i', 'pipe:0', '-map', '0:a', '-ac', '1', '-ar', String(LISTEN_RATE), '-f', 's16le', 'pipe:1'],
    sound,
  );
  const loud: number[] = [];
  for (let at = 0; at + WINDOW <= raw.length / 2; at += WINDOW) {
    let peak = 0;
    for (let sample = at; sample < at + WINDOW; sample += 1)
      peak = Math.max(peak, Math.abs(raw.readInt16LE(2 * sample)));
    loud.push(peak);
  }
  const threshold = loud.reduce((most, peak) => Math.max(most, peak), 0) / 3;
  return loud.flatMap((peak, number) =>
    peak > threshold && (loud[number - 1] ?? 0) <= threshold ? [number / 100] : [],
  );
}

/** Returns the mean colour of a part of a picture; `crop` as in ffmpeg's filter. */
export async function colourOf(picture: Buffer, crop: string): Promise<number[]> {
  const filter = `crop=${crop},scale=1:1:flags=area,format=rgb24`;
  const pixel = await ffmpeg(
    ['-i', 'pipe:0', '-map', '0:v', '-frames:v', '1', '-vf', filter, '-f', 'rawvideo', 'pipe:1'],
    picture,
  );
  return [...pixel.subarray(0, 3)];
}
