import { run } from './process.ts';
import { SAMPLE_RATE, type Samples } from './samples.ts';

const RAW = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '1'];
const QUIET = ['-hide_banner', '-nostdin'];

/** Reads any sound file that ffmpeg supports, through ffmpeg's audio filters. */
export async function decode(file: string, filters = 'anull'): Promise<Samples> {
  const { output } = await run('ffmpeg', [...QUIET, '-i', file, '-af', filters, ...RAW, 'pipe:1']);
  // A copy, since a Buffer may not be aligned for floats.
  return new Float32Array(new Uint8Array(output).buffer);
}

/** Encodes mono MP3 at 48 kbit/s, without tags, so that the same sound always has the same bytes. */
export async function encodeMp3(samples: Samples): Promise<Buffer> {
  const codec = [
    '-c:a',
    'libmp3lame',
    '-b:a',
    '48k',
    '-id3v2_version',
    '0',
    '-map_metadata',
    '-1',
    '-bitexact',
  ];
  const args = [...QUIET, ...RAW, '-i', 'pipe:0', ...codec, '-f', 'mp3', 'pipe:1'];
  return (await run('ffmpeg', args, [toBytes(samples)])).output;
}

/** Returns the samples as raw 32-bit floats. */
export function toBytes(samples: Samples): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
