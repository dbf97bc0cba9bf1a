import { realpath } from 'node:fs/promises';

import { MediaError } from '../media-error.ts';
import { collect } from './process.ts';
import { confine, type Isolation } from './sandbox.ts';

/** This machine's ffmpeg and ffprobe, with their capabilities and confinement. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** As printed by ffmpeg, for the log. */
  version: string;
  canTonemap: boolean;
  /** Threads per decoder. */
  threads: number;
  isolation: Isolation;
  /** Bubblewrap's error message if it does not work here. */
  sandboxProblem: string | undefined;
}

const CHECK = { timeoutMs: 60_000, maxOutputBytes: 4 * 1024 * 1024 };
const ENCODERS = ['libx264', 'aac', 'mjpeg', 'libmp3lame'];
const UNPROTECTED = { parentDeath: false, limits: false, unprivilegedUser: false, bubblewrap: false };

/**
 * Finds the programs and tests each protection, once at startup.
 * Throws if ffmpeg is missing, older than 5.1 or without an encoder that videos or sounds need, or if a program does not end: slowness must not cost a protection.
 */
export async function findMediaTools(options: {
  ffmpegPath: string;
  ffprobePath: string;
  threads: number;
  niceness: number;
}): Promise<MediaTools> {
  const ffmpeg = await resolveProgram(options.ffmpegPath);
  const ffprobe = await resolveProgram(options.ffprobePath);
  const version = await readVersion(ffmpeg);
  const [filters] = await Promise.all([
    output([ffmpeg, '-hide_banner', '-filters']),
    checkEncoders(ffmpeg),
    readVersion(ffprobe),
  ]);
  return {
    ffmpeg,
    ffprobe,
    version,
    canTonemap: / zscale /.test(filters) && / tonemap /.test(filters),
    threads: options.threads,
    ...(await findIsolation(ffmpeg, options.niceness)),
  };
}

async function resolveProgram(path: string): Promise<string> {
  if (path.includes('/')) return realpath(path).catch(() => path);
  const found = (await output(['/usr/bin/env', 'sh', '-c', 'command -v -- "$1"', 'sh', path])).trim();
  if (found === '') throw new Error(`${path} was not found. Please install ffmpeg 5.1 or newer.`);
  return found;
}

async function readVersion(program: string): Promise<string> {
  const text = await output([program, '-version']);
  const version = /version (\S+)/.exec(text)?.[1];
  if (!version) throw new Error(`${program} does not run. Please install ffmpeg 5.1 or newer.`);
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major && Number(major) * 100 + Number(minor) < 501)
    throw new Error(`ffmpeg ${version} is too old. Please install ffmpeg 5.1 or newer.`);
  return version;
}

async function checkEncoders(ffmpeg: string): Promise<void> {
  const known = await output([ffmpeg, '-hide_banner', '-encoders']);
  const missing = ENCODERS.filter((name) => !new RegExp(`^ [VA]\\S+ ${name} `, 'm').test(known));
  if (missing.length > 0)
    throw new Error(
      `This ffmpeg (${ffmpeg}) cannot encode with ${missing.join(', ')}. Please install an ffmpeg that can.`,
    );
}

async function findIsolation(
  program: string,
  niceness: number,
): Promise<Pick<MediaTools, 'isolation' | 'sandboxProblem'>> {
  const measures: (keyof typeof UNPROTECTED)[] = ['parentDeath', 'limits'];
  if (process.getuid?.() === 0) measures.push('unprivilegedUser');
  measures.push('bubblewrap');
  const attempt = (isolation: Isolation) =>
    tryRun([...confine(isolation, { program, network: false, cpuSeconds: 10 }), '-version']);
  const none: Isolation = { ...UNPROTECTED, niceness };
  const all = { ...none, ...Object.fromEntries(measures.map((measure) => [measure, true])) };
  if ((await attempt(all)).stdout !== '') return { isolation: all, sandboxProblem: undefined };
  let isolation = none;
  let sandboxProblem: string | undefined;
  for (const measure of measures) {
    const more = { ...isolation, [measure]: true };
    const { stdout, problem } = await attempt(more);
    if (stdout !== '') isolation = more;
    else if (measure === 'bubblewrap') sandboxProblem = problem;
  }
  return { isolation, sandboxProblem };
}

/** Returns a program's standard output; empty if it fails or is missing. Throws if it does not end. */
async function output(argv: string[]): Promise<string> {
  return (await tryRun(argv)).stdout;
}

/** Like `output`, with the last line of standard error. */
async function tryRun(argv: string[]): Promise<{ stdout: string; problem: string }> {
  try {
    const { code, stdout, stderr } = await collect(argv, CHECK);
    const problem = stderr.trim().split('\n').at(-1) || `it exited with code ${code}`;
    return { stdout: code === 0 ? stdout.toString('utf8') : '', problem };
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'timeout')
      throw new Error(`A check of ffmpeg did not end within ${CHECK.timeoutMs / 1000} s.`, { cause: error });
    return { stdout: '', problem: error instanceof Error ? error.message : String(error) };
  }
}
