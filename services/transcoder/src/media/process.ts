import { spawn } from 'node:child_process';

/** How long a process may go on after it was asked to end. */
export const GRACE_MS = 3000;
const LOG_BYTES = 64 * 1024;

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  /** The end of what it wrote to standard error. */
  stderr: string;
}

export interface ProcessLimits {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  maxOutputBytes: number;
}

/** ffmpeg or ffprobe did not end well. `reason`: its own doing, our time limit, or a signal from somewhere else. */
export class MediaError extends Error {
  override name = 'MediaError';
  readonly reason: 'exit' | 'timeout' | 'signal';
  readonly log: string;

  constructor(reason: MediaError['reason'], log: string, options?: ErrorOptions) {
    super(`the media process ended badly (${reason})`, options);
    this.reason = reason;
    this.log = log;
  }
}

/** Calls `end` with TERM and, where that does not help, after three seconds with KILL. The returned function calls it off. */
export function endGently(end: (signal: NodeJS.Signals) => void): () => void {
  end('SIGTERM');
  const timer = setTimeout(() => end('SIGKILL'), GRACE_MS);
  return () => clearTimeout(timer);
}

/**
 * Runs a program to its end and collects its output. Rejects with the signal's reason when it is aborted,
 * with `MediaError('timeout')` past the time limit, and when more than `maxOutputBytes` come out.
 */
export function collect(argv: readonly string[], limits: ProcessLimits): Promise<Finished> {
  const [program, ...args] = argv;
  if (!program) return Promise.reject(new Error('there is no program to run'));
  return new Promise((resolve, reject) => {
    limits.signal?.throwIfAborted();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    let [size, stderr, failure, callOff] = [0, '', undefined as unknown, () => {}];
    const stop = (reason: unknown) => {
      if (failure !== undefined) return;
      failure = reason;
      callOff = endGently((signal) => child.kill(signal));
    };
    const onAbort = () => stop(limits.signal?.reason ?? new Error('aborted'));
    const timer = setTimeout(() => stop(new MediaError('timeout', stderr)), limits.timeoutMs);
    limits.signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (data: Buffer) => {
      size += data.byteLength;
      if (size > limits.maxOutputBytes) stop(new MediaError('exit', 'The output is too large.'));
      else output.push(data);
    });
    child.stderr.on('data', (data: Buffer) => {
      stderr = (stderr + data.toString('utf8')).slice(-LOG_BYTES);
    });
    const settle = () => {
      clearTimeout(timer);
      callOff();
      limits.signal?.removeEventListener('abort', onAbort);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (code, signal) => {
      settle();
      if (failure === undefined) resolve({ code, signal, stdout: Buffer.concat(output), stderr });
      else reject(failure instanceof Error ? failure : new Error('aborted', { cause: failure }));
    });
  });
}
