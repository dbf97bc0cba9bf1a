import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { catalog } from '@larksong/contracts';

import type { Clip } from './clips.ts';

const run = promisify(execFile);

export interface Rendition {
  rung: catalog.Rung;
  /** A file with the rung's pictures, perhaps with sound. */
  path: string;
}

/** The cost and the output of one way of encoding. */
export interface Encoded {
  /** From the last byte of the upload, or from the start of the first process. */
  completedSeconds: number;
  /** Likewise, until the first segment can be played; only sites publish early. */
  playableSeconds?: number;
  /** User and system, of everything that took part. */
  cpuSeconds: number;
  renditions: Rendition[];
}

/** Returns the bytes of the pictures alone: the sum of a file's video packets. */
export async function videoBytes(path: string): Promise<number> {
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=size', '-of', 'csv=p=0', path],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout.split('\n').reduce((sum, line) => sum + (Number.parseInt(line, 10) || 0), 0);
}

export interface Quality {
  ssim: number;
  /** Undefined if this ffmpeg has no libvmaf. */
  vmaf: number | undefined;
}

/** Compares a rendition frame by frame with the source scaled to its size. */
export async function measureQuality(clip: Clip, { rung, path }: Rendition): Promise<Quality> {
  const ssim = await compare(clip, { rung, path }, 'ssim');
  const value = Number(/SSIM .*All:([\d.]+)/.exec(ssim)?.[1]);
  const vmaf = (await hasVmaf()) ? await compare(clip, { rung, path }, 'libvmaf') : '';
  const score = /VMAF score: ([\d.]+)/.exec(vmaf)?.[1];
  return { ssim: value, vmaf: score === undefined ? undefined : Number(score) };
}

async function compare(
  clip: Clip,
  { rung, path }: Pick<Rendition, 'rung' | 'path'>,
  filter: string,
): Promise<string> {
  const rate = `setpts=PTS-STARTPTS,fps=${rung.frameRate}:start_time=0,settb=AVTB`;
  const graph = `[0:v]${rate}[a];[1:v]${rate},scale=${rung.width}:${rung.height}:flags=bicubic,format=yuv420p[b];[a][b]${filter}`;
  const { stderr } = await run('ffmpeg', [
    ...[
      '-nostdin',
      '-hide_banner',
      '-nostats',
      '-i',
      path,
      '-i',
      clip.path,
      '-lavfi',
      graph,
      '-f',
      'null',
      '-',
    ],
  ]);
  return stderr;
}

let filters: Promise<boolean> | undefined;

function hasVmaf(): Promise<boolean> {
  filters ??= run('ffmpeg', ['-v', 'error', '-filters']).then(({ stdout }) => stdout.includes(' libvmaf '));
  return filters;
}
