import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
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
}

/** Makes a small H.264 clip with a moving picture and a tone, in a folder deleted after the run. Returns its path. */
export async function makeClip(options: ClipOptions = {}): Promise<string> {
  const { seconds = 6, width = 640, height = 360, frameRate = 25, hasAudio = true } = options;
  const ffmpeg = await findCommand(FFMPEG.commands);
  if (ffmpeg === undefined) throw new Error('ffmpeg is not installed; "npm test" installs it where it can.');
  const file = join(await mkdtemp(join(inject('workFolder'), 'clip-')), 'clip.mp4');
  const picture = `testsrc2=size=${width}x${height}:rate=${frameRate}:duration=${seconds}`;
  const tone = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, ...(hasAudio ? ['-f', 'lavfi', '-i', tone] : [])];
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await run(ffmpeg, ['-v', 'error', '-nostdin', ...inputs, ...encoding, '-movflags', '+faststart', file]);
  return file;
}
