import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const TAIL_BYTES = 1024 * 1024;
const FILE_BYTES = 10 * 1024 * 1024;

/** The output of a process: the end of it in memory, all of it (up to two files of 10 MiB) on disk. */
export class ProcessLog {
  readonly #file: string | undefined;
  #tail = '';
  #fileBytes = 0;
  #lastWriteAt = 0;

  constructor(file?: string) {
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    this.#fileBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** The time of the last write, on the clock of `performance.now()`; 0 before the first one. */
  get lastWriteAt(): number {
    return this.#lastWriteAt;
  }

  write(text: string): void {
    this.#lastWriteAt = performance.now();
    this.#tail = (this.#tail + text).slice(-TAIL_BYTES);
    if (this.#file === undefined) return;
    try {
      if (this.#fileBytes > FILE_BYTES) {
        renameSync(this.#file, `${this.#file}.1`);
        this.#fileBytes = 0;
      }
      appendFileSync(this.#file, text);
      this.#fileBytes += Buffer.byteLength(text);
    } catch {
      // A full disk must not stop the supervision; the lines are still in memory.
    }
  }

  /** Returns the last MiB. */
  text(): string {
    return this.#tail;
  }

  /** Returns the last lines, for a message about a process that did not start. */
  lastLines(count: number): string {
    return this.#tail.trimEnd().split('\n').slice(-count).join('\n');
  }
}
