import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Picture } from '../../services/transcoder/src/rules/picture/ladder.ts';
import { parseFrameRate } from '../../services/transcoder/src/rules/timing/frame-rate.ts';

const run = promisify(execFile);

export interface Clip extends Picture {
  title: string;
  path: string;
}

/** Flat areas, slow shapes and a soft gradient, as in a cartoon. */
const CALM = [
  'gradients=size=1920x1080:rate=30:speed=0.005:c0=skyblue:c1=lightyellow:seed=7[sky]',
  'color=tomato:size=420x420:rate=30[a]',
  'color=seagreen:size=260x520:rate=30[b]',
  "[sky][a]overlay=x='750+600*sin(t/2)':y='300+120*cos(t/3)':eval=frame[one]",
  "[one][b]overlay=x='200+90*t-1700*floor(t/19)':y=520:eval=frame,format=yuv420p",
].join(';');

/** Moving patterns with the grain of a film. */
const NOISY = 'testsrc2=size=1920x1080:rate=30,noise=alls=8:allf=t:all_seed=7,format=yuv420p';

const PICTURES = { calm: CALM, noisy: NOISY };

/** Generates a 1080p clip with sound. */
export async function makeClip(
  kind: keyof typeof PICTURES,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<Clip> {
  const path = join(folder, `${kind}-${seconds}.mp4`);
  const sound = "aevalsrc='0.3*sin(440*2*PI*t)*(1+sin(t*3))/2|0.2*sin(660*2*PI*t)':s=48000";
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', PICTURES[kind], '-f', 'lavfi', '-i', sound],
    ...[
      '-t',
      String(seconds),
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '18',
      '-maxrate',
      '40M',
      '-bufsize',
      '40M',
    ],
    ...['-c:a', 'aac'],
    ...['-movflags', '+faststart', path],
  ]);
  return readClip(kind, path);
}

/** Repeats a real clip, without encoding it again, until it lasts at least as long. */
export async function lengthenClip(
  source: string,
  { folder, seconds, name = 'real' }: { folder: string; seconds: number; name?: string },
): Promise<Clip> {
  const path = join(folder, `${name}.mp4`);
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-stream_loop', '-1', '-i', source, '-t', String(seconds)],
    ...['-c', 'copy', '-movflags', '+faststart', path],
  ]);
  return readClip(name, path);
}

/** Copies the beginning of a clip. */
export async function shortenClip(
  clip: Clip,
  { folder, seconds }: { folder: string; seconds: number },
): Promise<Clip> {
  const path = join(folder, 'beginning.mp4');
  const input = ['-v', 'error', '-nostdin', '-y', '-i', clip.path];
  await run('ffmpeg', [...input, '-t', String(seconds), '-c', 'copy', '-movflags', '+faststart', path]);
  return { ...clip, path };
}

async function readClip(title: string, path: string): Promise<Clip> {
  const entries = 'stream=width,height,r_frame_rate:format=duration';
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', entries, '-of', 'json', path],
  ]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: [{ width: number; height: number; r_frame_rate: string }];
    format: { duration: string };
  };
  const [{ width, height, r_frame_rate: rate }] = streams;
  const frameRate = parseFrameRate(rate) ?? { numerator: 30, denominator: 1 };
  return { title: `${title}, ${Number(format.duration).toFixed(0)} s`, path, width, height, frameRate };
}
