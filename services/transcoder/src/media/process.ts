import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How long a process may go on after it was asked to end. */
export const GRACE_MS = 3000;
const LOG_BYTES = 64 * 1024;
const STOPPING_MS = 50;

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

/**
 * Ends what `find` gives (which may not have begun yet) with TERM and, where that does not help, after three seconds with
 * KILL. The returned function calls it off.
 */
export function endGently(find: () => ChildProcess | undefined): () => void {
  send('SIGTERM', find());
  const timer = setTimeout(() => {
    const child = find();
    send('SIGKILL', child);
    // Nobody else who may hold its output holds us up.
    child?.stdout?.destroy();
    child?.stderr?.destroy();
  }, GRACE_MS);
  return () => clearTimeout(timer);
}

/**
 * Bubblewrap dies of TERM at once. What it has begun dies with it, but only once that has told the kernel so, some 40 ms
 * later; until then it would go on alone, and with it ffmpeg. So its child goes first, which takes all of the sandbox along.
 */
function send(signal: NodeJS.Signals, child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (!isBubblewrap(child.pid)) {
    child.kill(signal);
    return;
  }
  child.kill('SIGSTOP');
  untilStopped(child.pid);
  for (const inner of readProc(child.pid, `task/${child.pid}/children`).split(' ').filter(Boolean))
    kill(Number(inner));
  child.kill('SIGKILL');
}

/** A process stops at the end of its system call: mostly within microseconds, so this waits without letting others in. */
function untilStopped(pid: number): void {
  const end = performance.now() + STOPPING_MS;
  while (/\) [RSD] /.test(readProc(pid, 'stat')) && performance.now() < end);
}

function isBubblewrap(pid: number): boolean {
  return readProc(pid, 'cmdline').startsWith('bwrap\0');
}

/** Empty where there is no such process any more, or no /proc. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Ends another process at once, unless it has ended by itself or belongs to somebody else. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Nothing that we could do about it.
  }
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
      callOff = endGently(() => child);
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
