import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { folderIdentityOf } from '../data-folder/data-folder.ts';
import { codeOf, Problem } from '../host/problem.ts';
import { identityOf, isSameProcess, sendSignal } from '../host/process-identity.ts';
import type { ProcessWatcher } from './processes.ts';

interface RecordedProcess {
  name: string;
  pid: number;
  identity: string;
  stopSignal: NodeJS.Signals;
  /** The data folder in which it runs; missing in records of older versions. */
  folder?: string;
}

/** Returns whether this is a copy of a data folder whose site was running at the time, and still is. */
export function isCopyOfRunning(dataDir: string): boolean {
  const here = folderIdentityOf(dataDir);
  return readRecords(dataDir).some(
    ({ pid, identity, folder = here }) => folder !== here && isSameProcess(pid, identity),
  );
}

/** Databases and queues end last, since everything else still writes to them while ending. */
const LAST = new Set(['postgres', 'redis']);
const STOP_TIMEOUT_MS = 7000;

/** Records the running processes, so that the next start can end them if this one gets no chance to. */
export class ProcessRecords {
  readonly #file: string;
  readonly #dataDir: string;
  readonly #running = new Map<number, RecordedProcess>();

  constructor(dataDir: string) {
    this.#file = fileIn(dataDir);
    this.#dataDir = dataDir;
  }

  add(process: Parameters<ProcessWatcher['started']>[0]): void {
    const identity = identifyStarted(process.pid);
    if (identity === undefined) return;
    this.#running.set(process.pid, { ...process, identity, folder: folderIdentityOf(this.#dataDir) });
    this.#write();
  }

  remove(process: { pid: number }): void {
    if (this.#running.delete(process.pid)) this.#write();
  }

  #write(): void {
    try {
      // Synchronous and atomic: a kill may come at any moment.
      writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#running.values()]));
      renameSync(`${this.#file}.new`, this.#file);
    } catch {
      // A full disk must not stop the supervision.
    }
  }
}

/** Returns undefined if the process is gone already, or cannot be seen: that must not stop the supervision. */
function identifyStarted(pid: number): string | undefined {
  try {
    return identityOf(pid);
  } catch {
    return undefined;
  }
}

/**
 * Ends the processes that a launcher of this folder left behind, and returns their names.
 * A process id that another process has reused is left alone, and so are the processes of the folder from which this
 * one was copied.
 */
export async function endLeftovers(dataDir: string): Promise<string[]> {
  const left = listRunning(dataDir);
  await endAll(left.filter(({ name }) => !LAST.has(name)));
  await endAll(left.filter(({ name }) => LAST.has(name)));
  return left.map(({ name }) => name);
}

/** Returns the recorded processes of this folder that still run. */
export function listRunning(dataDir: string): RecordedProcess[] {
  const here = folderIdentityOf(dataDir);
  return readRecords(dataDir).filter(
    ({ pid, identity, folder = here }) => folder === here && isSameProcess(pid, identity),
  );
}

async function endAll(processes: RecordedProcess[]): Promise<void> {
  for (const { pid, stopSignal } of processes) sendSignal(pid, stopSignal);
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  const isLeft = ({ pid, identity }: RecordedProcess) => isSameProcess(pid, identity);
  while (processes.some(isLeft) && performance.now() < deadline) await pause(50);
  // Their children as well: each is the leader of its group, whose id stays taken while it has members.
  for (const { pid } of processes) sendSignal(-pid, 'SIGKILL');
  while (processes.some(isLeft)) await pause(50);
}

function readRecords(dataDir: string): RecordedProcess[] {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RecordedProcess[]; // written by ProcessRecords alone
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return []; // none, or writing it was interrupted
    throw new Problem(`The file ${fileIn(dataDir)} cannot be read (${codeOf(error) ?? String(error)}).`, {
      cause: error,
    });
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'processes.json');
}
