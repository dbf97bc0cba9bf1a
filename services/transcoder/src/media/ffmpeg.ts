import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';

import { inSpan } from '@larksong/service-kit';
import createCommand from 'fluent-ffmpeg';

import type { FfmpegRun } from '../rules/source/input-args.ts';
import { startFeeds } from './feed.ts';
import { MediaError, type EndReason } from '../media-error.ts';
import { CAUGHT_A_SIGNAL, endReason, killAll, pauseAll } from './process.ts';
import { confine } from './sandbox.ts';
import type { Source } from './source.ts';
import type { MediaTools } from './tools.ts';

export interface FfmpegOptions {
  source: Source;
  /** The only folder that ffmpeg may write to. */
  workDir: string;
  signal: AbortSignal;
  timeoutMs: number;
  /** Receives the function that pauses ffmpeg, to free the processors for others, or resumes it. */
  onStart?: (pause: (isPaused: boolean) => void) => void;
}

/** The program that fluent-ffmpeg starts: `env` accepts a whole command line with limits, sandbox and ffmpeg. */
const WRAPPER = '/usr/bin/env';

/** More threads are never busy all the time. */
const BUSY_THREADS = 8;

/**
 * Runs ffmpeg once and returns the end of its log. Exit code 0 proves nothing, so callers check the output.
 * Rejects with `MediaError`, or with the signal's reason if it is aborted.
 */
export async function runFfmpeg(tools: MediaTools, run: FfmpegRun, options: FfmpegOptions): Promise<string> {
  return inSpan('ffmpeg', {}, () => runOnce(tools, run, options));
}

async function runOnce(tools: MediaTools, run: FfmpegRun, options: FfmpegOptions): Promise<string> {
  const { source, signal } = options;
  signal.throwIfAborted();
  const feeds = startFeeds(tools, source, { cpuSeconds: cpuSecondsOf(options) });
  const command = buildCommand(tools, run, { ...options, input: feeds?.output ?? source.address });
  const begin = performance.now();
  let stopped: unknown;
  const end = () => endProcess(command);
  command.once('start', () => {
    if (stopped !== undefined) return end();
    const ffmpeg = processOf(command);
    if (ffmpeg) options.onStart?.((isPaused) => pauseAll(ffmpeg, isPaused));
  });
  const stop = (reason: unknown) => {
    if (stopped !== undefined) return;
    stopped = reason;
    end();
  };
  const onAbort = () => stop(signal.reason ?? new Error('aborted'));
  const timer = setTimeout(() => stop(new MediaError('timeout', '')), options.timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const log = redact(await finish(command), options);
    const failure = feeds?.failure();
    if (failure) throw failure;
    return log;
  } catch (error) {
    const log = redact(error instanceof FfmpegExit ? error.log : String(error), options);
    if (stopped instanceof MediaError) throw new MediaError(stopped.reason, log);
    if (stopped !== undefined) throw stopped;
    if (!(error instanceof FfmpegExit)) throw error;
    const failure = feeds?.failure();
    if (failure) throw failure;
    throw new MediaError(toReason(error, { ...options, seconds: (performance.now() - begin) / 1000 }), log);
  } finally {
    feeds?.stop();
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Hides the address of the source and the path of the working folder in a log. */
function redact(log: string, { source, workDir }: FfmpegOptions): string {
  return log.replaceAll(source.address, 'source').replaceAll(`${workDir}/`, '').replaceAll(workDir, '');
}

function endProcess(command: createCommand.FfmpegCommand): void {
  const ffmpeg = processOf(command);
  if (ffmpeg) killAll(ffmpeg);
}

function buildCommand(
  tools: MediaTools,
  run: FfmpegRun,
  options: FfmpegOptions & { input: string | Readable },
): createCommand.FfmpegCommand {
  const { input, source, workDir } = options;
  const [, ...wrapped] = confine(tools.isolation, {
    program: tools.ffmpeg,
    readable: source.protocol === 'file' ? source.address : undefined,
    writable: workDir,
    network: source.protocol === 'http',
    cpuSeconds: cpuSecondsOf(options), // the wall-clock limit is the stricter one
  });
  const command = createCommand({ cwd: workDir, stdoutLines: 200 }).setFfmpegPath(WRAPPER);
  // fluent-ffmpeg would run ffmpeg twice to list its capabilities, and misreads the output of newer versions.
  const noError = null as unknown as Error; // the types omit that callbacks get null on success
  command.availableFormats = (callback) => callback(noError, formatsOf(run));
  command.availableEncoders = (callback) => callback(noError, {});
  command.input(input).inputOptions(...wrapped, ...run.inputOptions);
  for (const more of run.furtherInputs ?? []) command.input(source.address).inputOptions(...more);
  if (run.filter !== '') command.complexFilter(run.filter);
  for (const output of run.outputs) command.output(output.path).outputOptions(...output.options);
  return command;
}

function cpuSecondsOf({ timeoutMs }: { timeoutMs: number }): number {
  return (timeoutMs / 1000) * BUSY_THREADS;
}

/**
 * Returns why ffmpeg ended. It exits with the same code after the signal of its CPU limit and after one from outside;
 * the CPU limit was the cause only if this machine's processors could have used it up in the elapsed time.
 */
function toReason(end: FfmpegExit, run: { timeoutMs: number; seconds: number }): EndReason {
  if (!CAUGHT_A_SIGNAL.includes(end.code ?? 0)) return endReason(end);
  return run.seconds * availableParallelism() >= cpuSecondsOf(run) ? 'processor' : 'signal';
}

/** Returns the running process, if any, from an internal property of fluent-ffmpeg that its types omit. */
function processOf(command: createCommand.FfmpegCommand): ChildProcess | undefined {
  return (command as { ffmpegProc?: ChildProcess }).ffmpegProc;
}

/** Declares every format that the run names as available; ffmpeg itself reports missing ones. */
function formatsOf(run: FfmpegRun): createCommand.Formats {
  const options = [run.inputOptions, ...run.outputs.map((output) => output.options)];
  const names = options.map((list) => list[list.indexOf('-f') + 1] ?? '');
  return Object.fromEntries(names.map((name) => [name, { description: name, canMux: true, canDemux: true }]));
}

/** ffmpeg exited with an error code or was killed by a signal. */
class FfmpegExit extends Error {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly log: string;

  /** Parses the message, the only place where fluent-ffmpeg distinguishes exits from signals. */
  constructor(sentence: string, log: string) {
    super(sentence);
    const code = /exited with code (\d+)/.exec(sentence)?.[1];
    this.code = code === undefined ? null : Number(code);
    this.signal = (/killed with signal (\w+)/.exec(sentence)?.[1] ?? null) as NodeJS.Signals | null; // Node's own name
    this.log = log;
  }
}

function finish(command: createCommand.FfmpegCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    command.on('end', (_stdout: string | null, stderr: string | null) => resolve(stderr ?? ''));
    command.on('error', (error: Error, _stdout: string | null, stderr: string | null) => {
      const hasEnded = /exited with code|killed with signal/.test(error.message);
      reject(hasEnded ? new FfmpegExit(error.message, stderr ?? '') : error);
    });
    command.run();
  });
}
