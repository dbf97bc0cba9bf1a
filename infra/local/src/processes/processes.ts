import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { Problem } from '../host/problem.ts';
import { sendSignal } from '../host/process-identity.ts';
import { ProcessLog } from './process-log.ts';
import { untilHung, type Watchdog, type WatchdogRounds } from './watchdog.ts';

export interface ProcessSpec {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string | undefined>;
  /** The user to run as, if another one; only root can. */
  user?: { uid: number; gid: number } | undefined;
  /** Text that the process reads from its standard input. */
  stdin?: string;
  /** Asks the process to end; SIGTERM by default. */
  stopSignal?: 'SIGTERM' | 'SIGINT';
  /** How long it may take to end before it is killed; 7 s by default. */
  stopTimeoutMs?: number;
  /** How long it may stay silent, its log included, before it is ready; 60 s by default. */
  readyTimeoutMs?: number;
  /** Called repeatedly until it returns true. A `Problem` ends the start; any other rejection counts as false. */
  isReady: () => Promise<boolean>;
  /** Restarts the process when it ends on its own; off by default. */
  restart?: RestartPolicy;
  /** Kills the process when it hangs, so that it is restarted; off by default. */
  watchdog?: Watchdog | undefined;
  /** The kernel ends the process when this one dies (Linux); for tests, whose runner may be killed. */
  dieWithParent?: boolean;
  logFile?: string | undefined;
  /** Stops the process when aborted, even while it is starting. */
  signal?: AbortSignal;
  watcher?: ProcessWatcher | undefined;
}

/** How a process is supervised, whatever it is. */
export interface Supervision extends Pick<
  ProcessSpec,
  'restart' | 'watcher' | 'logFile' | 'signal' | 'dieWithParent' | 'stopTimeoutMs'
> {
  /** Interval of the checks whether it is alive; none by default. */
  rounds?: WatchdogRounds | undefined;
}

/** Pauses before a restart double from the first to the longest, and are reset after a steady time. */
export interface RestartPolicy {
  firstPauseMs: number;
  longestPauseMs: number;
  steadyMs: number;
}

/** Is notified of every process that starts and ends. */
export interface ProcessWatcher {
  started(process: { name: string; pid: number; stopSignal: NodeJS.Signals }): void;
  ended(process: { name: string; pid: number }): void;
  say(line: string): void;
}

/** The process was asked to end before it was ready. */
export class StoppedWhileStarting extends Problem {}

/** Starts a process and resolves once it is ready; rejects with a `Problem` that quotes its last lines. */
export async function startProcess(spec: ProcessSpec): Promise<Supervised> {
  const supervised = new Supervised(spec);
  try {
    spec.signal?.throwIfAborted();
    spec.signal?.addEventListener('abort', () => void supervised.stop());
    await supervised.start();
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  return supervised;
}

/** A process that is started again whenever it ends, until it is stopped. */
export class Supervised {
  readonly log: ProcessLog;
  readonly #spec: ProcessSpec;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  /** Aborted when the current process ends. */
  #life = new AbortController();
  #startedAt = 0;
  #failuresInARow = 0;
  #restarts = 0;

  constructor(spec: ProcessSpec) {
    this.#spec = spec;
    this.log = new ProcessLog(spec.logFile);
  }

  get name(): string {
    return this.#spec.name;
  }

  /** The id of the process that is running, or ran last. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** How often it has been restarted. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Sends a signal only to the process itself, as a fault or an operator would. */
  kill(signal: NodeJS.Signals): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null && sendSignal(this.pid, signal);
  }

  async start(): Promise<void> {
    this.#spawn();
    await this.#untilReady();
    // From here on, an end is a fault to recover from, not a failed start.
    if (this.#spec.restart !== undefined) void this.#keepRunning(this.#spec.restart);
    void this.#watch();
  }

  /** Ends the process and everything in its group; kills it if it has not ended in time. Idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  get #isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  async #end(): Promise<void> {
    this.#stopped.abort();
    const child = this.#child;
    if (child === undefined) return;
    this.kill(this.#spec.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => this.#killGroup(), this.#spec.stopTimeoutMs ?? 7000);
    await this.#exited;
    clearTimeout(timer);
  }

  #spawn(): void {
    const spec = this.#spec;
    const { command, args, user } = spec.dieWithParent === true ? dyingWithParent(spec) : spec;
    const child = spawn(command, args, {
      cwd: spec.cwd,
      env: spec.env,
      ...user,
      // A separate group: Ctrl-C in a terminal reaches only the launcher, which then ends everything in order.
      detached: true,
      stdio: [spec.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#life = new AbortController();
    this.#startedAt = performance.now();
    if (spec.stdin !== undefined) child.stdin?.on('error', () => undefined).end(spec.stdin);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.log.write(text));
    this.#exited = this.#untilExit(child);
    if (child.pid !== undefined)
      spec.watcher?.started({
        name: spec.name,
        pid: child.pid,
        stopSignal: spec.stopSignal ?? 'SIGTERM',
      });
  }

  #untilExit(child: ChildProcess): Promise<void> {
    const life = this.#life;
    return new Promise((resolve) => {
      child.once('error', (error) => {
        this.log.write(`${error.message}\n`);
        if (child.pid === undefined) resolve();
      });
      child.once('exit', () => {
        life.abort();
        this.#killGroup(); // its children must not outlive it
        if (child.pid !== undefined) this.#spec.watcher?.ended({ name: this.name, pid: child.pid });
        // `close` delivers its last lines, but may never come if another process holds its output open.
        setTimeout(resolve, 500).unref();
      });
      child.once('close', () => resolve());
    });
  }

  #killGroup(): void {
    if (this.pid > 0) sendSignal(-this.pid, 'SIGKILL');
  }

  /** Kills the current process when it hangs; returns when the process ends. */
  async #watch(): Promise<void> {
    const { watchdog, watcher } = this.#spec;
    if (watchdog === undefined) return;
    const life = AbortSignal.any([this.#life.signal, this.#stopped.signal]);
    const silentMs = await untilHung(watchdog, life);
    if (silentMs === undefined) return;
    watcher?.say(`${this.name} has not answered for ${Math.round(silentMs / 1000)} s; killing it.`);
    this.#killGroup();
  }

  async #untilReady(): Promise<void> {
    const spec = this.#spec;
    const timeoutMs = spec.readyTimeoutMs ?? 60_000;
    const startedAt = performance.now();
    let hasExited = false;
    let pauseMs = 30;
    void this.#exited.then(() => (hasExited = true));
    while (!(await spec.isReady().catch(falseUnlessProblem))) {
      if (this.#isStopping) throw new StoppedWhileStarting(`${this.name} was stopped while it was starting.`);
      if (hasExited) throw this.#notStarted(`could not be started (${describeEnd(this.#child)})`);
      if (performance.now() > Math.max(startedAt, this.log.lastWriteAt) + timeoutMs)
        throw this.#notStarted(`was not ready within ${Math.round(timeoutMs / 1000)} s`);
      await Promise.race([pause(pauseMs), this.#exited]);
      pauseMs = Math.min(pauseMs + 10, 250); // often at first; a long start must not fill its log with these requests
    }
  }

  #notStarted(what: string): Problem {
    const lines = this.log.lastLines(12);
    return new Problem(
      `${this.name} ${what}.${lines === '' ? '' : ` Its last lines:\n${lines.replaceAll(/^/gm, '  ')}`}`,
    );
  }

  async #keepRunning(policy: RestartPolicy): Promise<void> {
    while (!this.#isStopping) {
      await this.#exited;
      if (this.#isStopping) return;
      const wasSteady = performance.now() - this.#startedAt >= policy.steadyMs;
      this.#failuresInARow = wasSteady ? 0 : this.#failuresInARow;
      const pauseMs = Math.min(policy.firstPauseMs * 2 ** this.#failuresInARow, policy.longestPauseMs);
      this.#failuresInARow += 1;
      this.#spec.watcher?.say(
        `${this.name} ended (${describeEnd(this.#child)}); restarting in ${pauseMs / 1000} s.`,
      );
      await pause(pauseMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
      if (this.#isStopping) return;
      this.#spawn();
      this.#restarts += 1;
      try {
        await this.#untilReady();
        this.#spec.watcher?.say(`${this.name} is running again.`);
        void this.#watch();
      } catch {
        this.#killGroup(); // alive but never ready: counts as an end
      }
    }
  }
}

function falseUnlessProblem(error: unknown): boolean {
  if (error instanceof Problem) throw error;
  return false;
}

function describeEnd(child: ChildProcess | undefined): string {
  if (child === undefined || child.pid === undefined) return 'the program was not found';
  return child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
}

const SETPRIV = '/usr/bin/setpriv';

function dyingWithParent(spec: ProcessSpec): Pick<ProcessSpec, 'command' | 'args' | 'user'> {
  if (!existsSync(SETPRIV)) return spec;
  // A change of user clears the parent death signal (prctl(2)), so setpriv does both, in the right order.
  const user = spec.user ? [`--reuid=${spec.user.uid}`, `--regid=${spec.user.gid}`, '--clear-groups'] : [];
  const signal = (spec.stopSignal ?? 'SIGTERM').slice('SIG'.length);
  return {
    command: SETPRIV,
    args: [...user, '--pdeathsig', signal, '--', spec.command, ...spec.args],
    user: undefined,
  };
}
