import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { FFMPEG, findCommand } from '@larksong/local';
import { inject } from 'vitest';

const run = promisify(execFile);

export interface ClipOptions {
  seconds?: number;
  width?: number;
  height?: number;
  frameRate?: number;
  hasAudio?: boolean;
  /** The content of a SubRip file by ISO 639-2 code; with any, the clip is a Matroska file. */
  subtitles?: Record<string, string>;
  /** Titles of chapters of the same length. */
  chapters?: string[];
}

/** Makes a small H.264 clip with a moving picture and a tone, in a folder deleted after the run. Returns its path. */
export async function makeClip(options: ClipOptions = {}): Promise<string> {
  const { seconds = 6, width = 640, height = 360, frameRate = 25, hasAudio = true } = options;
  const ffmpeg = await findCommand(FFMPEG.commands);
  if (ffmpeg === undefined) throw new Error('ffmpeg is not installed; "npm test" installs it where it can.');
  const folder = await mkdtemp(join(inject('workFolder'), 'clip-'));
  const extras = await writeExtras(folder, options, seconds);
  const file = join(folder, options.subtitles ? 'clip.mkv' : 'clip.mp4');
  const picture = `testsrc2=size=${width}x${height}:rate=${frameRate}:duration=${seconds}`;
  const tone = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, ...(hasAudio ? ['-f', 'lavfi', '-i', tone] : [])];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const output = [...encoding, '-movflags', '+faststart', file];
  await run(ffmpeg, ['-v', 'error', '-nostdin', ...extras.inputs, ...inputs, ...extras.output, ...output]);
  return file;
}

/** Makes a song of two seconds without a picture, with tags. Returns its path. */
export async function makeSong(tags: Record<string, string>): Promise<string> {
  const ffmpeg = await findCommand(FFMPEG.commands);
  if (ffmpeg === undefined) throw new Error('ffmpeg is not installed; "npm test" installs it where it can.');
  const file = join(await mkdtemp(join(inject('workFolder'), 'song-')), 'song.m4b');
  const metadata = Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];
  await run(ffmpeg, ['-v', 'error', '-nostdin', ...tone, ...metadata, '-c:a', 'aac', '-f', 'ipod', file]);
  return file;
}

/** Writes subtitles and chapters for ffmpeg. Returns its inputs, which come first, and its options for the output. */
async function writeExtras(
  folder: string,
  { subtitles = {}, chapters = [] }: ClipOptions,
  seconds: number,
): Promise<{ inputs: string[]; output: string[] }> {
  const languages = Object.entries(subtitles);
  if (languages.length === 0 && chapters.length === 0) return { inputs: [], output: [] };
  const list = join(folder, 'chapters.txt');
  const lengthMs = (seconds * 1000) / Math.max(1, chapters.length);
  const toChapter = (title: string, index: number) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${index * lengthMs}\nEND=${(index + 1) * lengthMs}\n` +
    `title=${title.replaceAll(/[=;#\\]/g, '\\$&')}\n`;
  await writeFile(list, `;FFMETADATA1\n${chapters.map(toChapter).join('')}`);
  const inputs = ['-i', list];
  const output = [
    '-map_chapters',
    '0',
    '-map',
    `${languages.length + 1}`,
    '-map',
    `${languages.length + 2}?`,
  ];
  for (const [index, [language, text]] of languages.entries()) {
    const path = join(folder, `${language}.srt`);
    await writeFile(path, text);
    inputs.push('-i', path);
    output.push('-map', `${index + 1}`, `-metadata:s:s:${index}`, `language=${language}`);
  }
  return { inputs, output };
}
