import type { ChildProcess } from 'node:child_process';

import createCommand from 'fluent-ffmpeg';

import type { FfmpegRun } from '../hls/input-args.ts';
import { killAll, MediaError } from './process.ts';
import { confine } from './sandbox.ts';
import type { Source } from './source.ts';
import type { MediaTools } from './tools.ts';

export interface FfmpegOptions {
  source: Source;
  /** The only folder that it may write. */
  workDir: string;
  signal: AbortSignal;
  timeoutMs: number;
}

/** `env` takes a whole command line, so it serves as the program that fluent-ffmpeg starts: limits, sandbox, ffmpeg. */
const WRAPPER = '/usr/bin/env';

/** More than these are never busy all the time. */
const BUSY_THREADS = 8;

/**
 * Runs ffmpeg once and gives the end of its log. Exit code 0 proves nothing; callers check what came out.
 * Rejects with `MediaError`, or with the signal's reason when it is aborted.
 */
export async function runFfmpeg(tools: MediaTools, run: FfmpegRun, options: FfmpegOptions): Promise<string> {
  const { source, signal, workDir } = options;
  signal.throwIfAborted();
  const command = buildCommand(tools, run, options);
  let stopped: unknown;
  const end = () => {
    const ffmpeg = processOf(command);
    if (ffmpeg) killAll(ffmpeg);
  };
  command.once('start', () => stopped !== undefined && end());
  const stop = (reason: unknown) => {
    if (stopped !== undefined) return;
    stopped = reason;
    end();
  };
  const onAbort = () => stop(signal.reason ?? new Error('aborted'));
  const timer = setTimeout(() => stop(new MediaError('timeout', '')), options.timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  const hide = (log: string) =>
    log.replaceAll(source.address, 'source').replaceAll(`${workDir}/`, '').replaceAll(workDir, '');
  try {
    return hide(await finish(command));
  } catch (error) {
    const log = hide(error instanceof MediaError ? error.log : String(error));
    if (stopped instanceof MediaError) throw new MediaError(stopped.reason, log);
    if (stopped !== undefined) throw stopped;
    throw error instanceof MediaError ? new MediaError(error.reason, log) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function buildCommand(
  tools: MediaTools,
  run: FfmpegRun,
  options: FfmpegOptions,
): createCommand.FfmpegCommand {
  const { source, workDir } = options;
  const [, ...wrapped] = confine(tools.isolation, {
    program: tools.ffmpeg,
    readable: source.protocol === 'file' ? source.address : undefined,
    writable: workDir,
    network: source.protocol === 'http',
    cpuSeconds: (options.timeoutMs / 1000) * BUSY_THREADS, // the clock on the wall is the stricter limit
  });
  const command = createCommand({ cwd: workDir, stdoutLines: 200 }).setFfmpegPath(WRAPPER);
  // It would start ffmpeg twice to ask what it can do, and misreads the answer of newer versions.
  const noError = null as unknown as Error; // the types forget that callbacks get null when all is well
  command.availableFormats = (callback) => callback(noError, formatsOf(run));
  command.availableEncoders = (callback) => callback(noError, {});
  command.input(source.address).inputOptions(...wrapped, ...run.inputOptions);
  if (run.filter !== '') command.complexFilter(run.filter);
  for (const output of run.outputs) command.output(output.path).outputOptions(...output.options);
  return command;
}

/** Undefined before and after it runs. The property is the library's own, though its types do not know it. */
function processOf(command: createCommand.FfmpegCommand): ChildProcess | undefined {
  return (command as { ffmpegProc?: ChildProcess }).ffmpegProc;
}

/** Every format that the run names, as one that there is: a missing one is ffmpeg's to complain about. */
function formatsOf(run: FfmpegRun): createCommand.Formats {
  const options = [run.inputOptions, ...run.outputs.map((output) => output.options)];
  const names = options.map((list) => list[list.indexOf('-f') + 1] ?? '');
  return Object.fromEntries(names.map((name) => [name, { description: name, canMux: true, canDemux: true }]));
}

function finish(command: createCommand.FfmpegCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    command.on('end', (_stdout: string | null, stderr: string | null) => resolve(stderr ?? ''));
    command.on('error', (error: Error, _stdout: string | null, stderr: string | null) => {
      // fluent-ffmpeg tells exits and signals apart only in its sentences.
      if (/exited with code/.test(error.message)) reject(new MediaError('exit', stderr ?? ''));
      else if (/killed with signal/.test(error.message)) reject(new MediaError('signal', stderr ?? ''));
      else reject(error);
    });
    command.run();
  });
}
