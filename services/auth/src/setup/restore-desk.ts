import { randomUUID } from 'node:crypto';

import type { auth } from '@larksong/contracts';

/** Number of requests that are kept; a page asks one after the other. */
const KEPT = 20;

interface Entry {
  request?: auth.RestoreRequest;
  outcome?: auth.RestoreOutcome;
}

const WAITING: auth.RestoreOutcome = { state: 'waiting', sentence: '', backups: [], needsPassphrase: false };

/**
 * Keeps requests of the page for the launcher, which looks for them, and their outcomes for the page. In memory: a launcher
 * runs one process of auth, and passphrases are stored nowhere. The outcome of a restore comes from the launcher, after
 * auth was started again.
 */
export class RestoreDesk {
  readonly #entries = new Map<string, Entry>();

  /** Keeps a request and returns its id, which nobody can guess. */
  add(request: auth.RestoreRequest): string {
    const id = randomUUID();
    this.#keep(id, { request });
    return id;
  }

  /** Returns the oldest request without an outcome. */
  findNext(): (auth.RestoreRequest & { id: string }) | undefined {
    for (const [id, { request, outcome }] of this.#entries)
      if (request && !outcome) return { id, ...request };
    return undefined;
  }

  report(id: string, outcome: auth.RestoreOutcome): void {
    this.#keep(id, { outcome });
  }

  /** Returns undefined for an unknown request. */
  findOutcome(id: string): auth.RestoreOutcome | undefined {
    const entry = this.#entries.get(id);
    return entry && (entry.outcome ?? WAITING);
  }

  #keep(id: string, entry: Entry): void {
    this.#entries.set(id, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > KEPT && oldest !== undefined) this.#entries.delete(oldest);
  }
}
