import type { game } from '@larksong/contracts';

import type { Random } from './board.ts';
import { createReserve } from './reserve.ts';

/** The letters and the grid of a game. */
export interface Choice {
  letters: readonly string[];
  grid: game.Grid;
}

interface DealerDeps {
  /** Requests whole pairs from the server; rejects if it cannot. */
  draw: (choice: Choice, signal: AbortSignal) => Promise<game.DealtItem[]>;
  /**
   * Resolves to whether the pictures and sounds of these cards are loaded, as far as the server has them. Never
   * rejects.
   */
  prepare: (items: readonly game.DealtItem[]) => Promise<boolean>;
  random: Random;
}

/** Deals cards and fetches the next ones in advance, so that play continues at once, even without a network. */
interface Dealer {
  /**
   * Returns cards for another choice, those reserved for it if there are any. If the server has no pair of them, returns
   * none and keeps the current choice.
   */
  start: (choice: Choice) => Promise<readonly game.DealtItem[]>;
  /**
   * Returns the next cards of the same choice without waiting: those fetched ahead, otherwise some dealt before,
   * preferring those whose pictures and sounds are loaded. Returns none if the server has since run out of cards.
   */
  again: () => readonly game.DealtItem[];
  /** Fetches cards for another choice in advance, so that `start` needs no network. */
  reserve: (choice: Choice) => void;
  /** Refetches the next cards because the letters have changed. */
  refresh: () => void;
  /** Aborts pending requests. */
  stop: () => void;
}

/** The number of deals kept for playing without a network. */
const MAX_KEPT = 6;

/** Creates a dealer that keeps its cards in memory. `stop` aborts its requests. */
export function createDealer({ draw, prepare, random }: DealerDeps): Dealer {
  let choice: Choice | undefined;
  let kept: (readonly game.DealtItem[])[] = [];
  let next: readonly game.DealtItem[] | undefined;
  /** The deals whose pictures and sounds are loaded. */
  const complete = new WeakSet<readonly game.DealtItem[]>();
  const reserved = createReserve(prepare);
  let starting = new AbortController();
  /** Of a start that is waiting for its cards. */
  let waiting: AbortController | undefined;
  let fetching: AbortController | undefined;

  function keep(items: readonly game.DealtItem[]): void {
    kept = [...kept.filter((other) => other !== items), items].slice(-MAX_KEPT);
  }

  async function complement(items: readonly game.DealtItem[]): Promise<void> {
    if (await prepare(items)) complete.add(items);
  }

  function pickKept(): readonly game.DealtItem[] {
    const good = kept.filter((items) => complete.has(items));
    const from = good.length > 0 ? good : kept;
    return from[Math.floor(random() * from.length)] ?? [];
  }

  /** The cards were deleted: those dealt before must not come back. */
  function forget(): void {
    kept = [];
    next = undefined;
  }

  async function fetchAhead(): Promise<void> {
    if (!choice) return;
    fetching?.abort();
    const own = new AbortController();
    fetching = own;
    try {
      const items = await draw(choice, own.signal);
      if (items.length === 0 && fetching === own) forget();
      await complement(items);
      // Without their media the cards would be silent.
      if (fetching === own && items.length > 0 && complete.has(items)) next = items;
    } catch {
      // No network: earlier cards are dealt again.
    } finally {
      if (fetching === own) fetching = undefined;
    }
  }

  return {
    async start(requested) {
      starting.abort();
      const own = new AbortController();
      starting = own;
      waiting = own;
      const items = reserved.find(keyOf(requested)) ?? (await draw(requested, own.signal));
      waiting = undefined;
      own.signal.throwIfAborted();
      if (items.length === 0) return items;
      reserved.clear();
      // The response in flight belongs to the previous letters.
      fetching?.abort();
      fetching = undefined;
      choice = requested;
      kept = [items];
      next = undefined;
      // The cards on the board come first.
      void complement(items).then(() => (own.signal.aborted ? undefined : fetchAhead()));
      return items;
    },
    again() {
      // Cards that come late must not replace these.
      waiting?.abort();
      const items = next ?? pickKept();
      if (items.length === 0) return items;
      keep(items);
      next = undefined;
      // Media that failed for the cards on the board may load now.
      if (!complete.has(items)) void complement(items);
      if (!fetching) void fetchAhead();
      return items;
    },
    reserve(requested) {
      void reserved.fill(keyOf(requested), (signal) => draw(requested, signal));
    },
    refresh() {
      next = undefined;
      reserved.clear();
      void fetchAhead();
    },
    stop() {
      starting.abort();
      fetching?.abort();
      fetching = undefined;
      reserved.clear();
    },
  };
}

function keyOf({ letters, grid }: Choice): string {
  return JSON.stringify([letters, grid]);
}
