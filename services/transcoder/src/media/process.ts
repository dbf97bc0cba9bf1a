import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';

import { MediaError, type EndReason } from '../media-error.ts';

const LOG_BYTES = 64 * 1024;

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  /** The end of its standard error. */
  stderr: string;
}

export interface ProcessLimits {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  maxOutputBytes: number;
  /** Consumes the output as it arrives, so that none of it is kept; returning `enough` ends the program. */
  onOutput?: (data: Buffer) => 'enough' | undefined;
  /** The output of another program, which this one reads. */
  input?: Readable;
  /** Number of bytes kept from the end of standard error. */
  logBytes?: number;
  /** A program that logs more is ended (`size`). */
  maxLogBytes?: number;
}

const REASONS: Partial<Record<NodeJS.Signals, EndReason>> = {
  SIGXCPU: 'processor',
  SIGXFSZ: 'size',
  SIGSEGV: 'crash',
  SIGABRT: 'crash',
  SIGILL: 'crash',
  SIGFPE: 'crash',
  SIGSYS: 'crash',
  SIGTRAP: 'crash',
};

/** ffmpeg's exit codes after it has caught a signal once, or too many times, such as that of its CPU limit. */
export const CAUGHT_A_SIGNAL: readonly number[] = [255, 123];

/**
 * Returns why a media process ended, from its exit code or signal. Bubblewrap reports a signal as 128 plus its number.
 */
export function endReason(end: { code: number | null; signal: NodeJS.Signals | null }): EndReason {
  const signal = end.signal ?? signalNumbered((end.code ?? 0) - 128);
  return signal ? (REASONS[signal] ?? 'signal') : 'exit';
}

function signalNumbered(number: number): NodeJS.Signals | undefined {
  const names = Object.keys(constants.signals) as NodeJS.Signals[]; // its keys are the names
  return names.find((name) => constants.signals[name] === number);
}

/**
 * Kills a program and everything that it has started at once; its output so far is useless. A sandbox leads its own
 * process group. The leader is killed first and starts nothing more, so the second signal reaches the whole group; a
 * program that does not lead a group yet has started nothing.
 */
export function killAll(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  kill(child.pid);
  kill(-child.pid);
}

/** Pauses a program and everything that it has started, or resumes it. */
export function pauseAll(child: ChildProcess, isPaused: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  for (const pid of [child.pid, -child.pid]) kill(pid, isPaused ? 'SIGSTOP' : 'SIGCONT');
}

/** Signals a process, or a group by its negative id. Ignores processes that have ended or belong to another user. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or belongs to another user.
  }
}

/**
 * Runs a program to its end and collects its output. Rejects with the signal's reason if it is aborted, with
 * `MediaError` past the time limit (`timeout`), if the output exceeds `maxOutputBytes` (`exit`) or the log `maxLogBytes` (`size`), and with the error
 * that `onOutput` threw.
 */
export function collect(argv: readonly string[], limits: ProcessLimits): Promise<Finished> {
  const [program, ...args] = argv;
  if (!program) return Promise.reject(new Error('no program to run'));
  return new Promise((resolve, reject) => {
    limits.signal?.throwIfAborted();
    const child = spawn(program, args, { stdio: [limits.input ?? 'ignore', 'pipe', 'pipe'] });
    limits.input?.destroy(); // it is the program's own now
    const output = createOutput(limits);
    let [logged, stderr, failure] = [0, '', undefined as unknown];
    const stop = (reason: unknown) => {
      if (failure !== undefined) return;
      failure = reason;
      killAll(child);
    };
    const settle = startLimits(limits, { stop, log: () => stderr });
    child.stdout.on('data', (data: Buffer) => {
      if (failure !== undefined) return;
      try {
        if (output.take(data) === 'enough') killAll(child);
      } catch (error) {
        stop(error);
      }
    });
    // decoded by the stream, since a character may be in two pieces
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      logged += data.length;
      if (logged > (limits.maxLogBytes ?? Infinity)) stop(new MediaError('size', stderr));
      stderr = (stderr + data).slice(-(limits.logBytes ?? LOG_BYTES));
    });
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, signal) => {
      settle();
      if (failure === undefined) resolve({ code, signal, stdout: output.read(), stderr });
      else reject(failure instanceof Error ? failure : new Error('aborted', { cause: failure }));
    });
  });
}

/** Calls `stop` past the time limit and if the signal is aborted; returns the function that ends this. */
function startLimits(
  { signal, timeoutMs }: ProcessLimits,
  { stop, log }: { stop: (reason: unknown) => void; log: () => string },
): () => void {
  const onAbort = () => stop(signal?.reason ?? new Error('aborted'));
  const timer = setTimeout(() => stop(new MediaError('timeout', log())), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

/** Returns how to take the output of a program; throws `MediaError` if it is too large, and what `onOutput` throws. */
function createOutput({ maxOutputBytes, onOutput }: ProcessLimits) {
  const kept: Buffer[] = [];
  let sizeBytes = 0;
  return {
    take(data: Buffer): 'enough' | undefined {
      sizeBytes += data.byteLength;
      if (sizeBytes > maxOutputBytes) throw new MediaError('exit', 'The output is too large.');
      if (onOutput) return onOutput(data);
      kept.push(data);
      return undefined;
    },
    read: () => Buffer.concat(kept),
  };
}
