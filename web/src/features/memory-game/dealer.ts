import type { game } from '@larksong/contracts';

import type { Random } from './board.ts';

/** What is played with. */
export interface Choice {
  letters: readonly string[];
  grid: game.Grid;
}

interface DealerDeps {
  /** Asks the server for whole pairs; rejects when it cannot. */
  draw: (choice: Choice, signal: AbortSignal) => Promise<game.Item[]>;
  /** Resolves to whether the pictures and sounds of these cards are here, all that the server has; never rejects. */
  prepare: (items: readonly game.Item[]) => Promise<boolean>;
  random: Random;
}

/** Deals cards, and has the next ones ready, so that playing goes on at once and also without network. */
interface Dealer {
  /** Cards of another choice; none when the server has no pair of them, and then the choice stays as it was. */
  start: (choice: Choice) => Promise<readonly game.Item[]>;
  /**
   * The next cards of the same choice, at once: those fetched ahead, else some that were dealt before, and of these
   * rather some whose pictures and sounds are here. None when the server has since said that there are no more.
   */
  again: () => readonly game.Item[];
  /** Fetches the next cards anew, because the letters have changed. */
  refresh: () => void;
  /** Drops what is under way. */
  stop: () => void;
}

/** Deals that are kept for playing without network. */
const MOST_KEPT = 6;

export function createDealer({ draw, prepare, random }: DealerDeps): Dealer {
  let choice: Choice | undefined;
  let kept: (readonly game.Item[])[] = [];
  let next: readonly game.Item[] | undefined;
  /** The cards whose pictures and sounds are here. */
  const complete = new WeakSet<readonly game.Item[]>();
  let starting = new AbortController();
  let fetching: AbortController | undefined;

  function keep(items: readonly game.Item[]): void {
    kept = [...kept.filter((other) => other !== items), items].slice(-MOST_KEPT);
  }

  async function complement(items: readonly game.Item[]): Promise<void> {
    if (await prepare(items)) complete.add(items);
  }

  function pickKept(): readonly game.Item[] {
    const good = kept.filter((items) => complete.has(items));
    const from = good.length > 0 ? good : kept;
    return from[Math.floor(random() * from.length)] ?? [];
  }

  /** The cards were deleted: those that were dealt before are not to come back. */
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
      // Without what belongs to them, they would be silent.
      if (fetching === own && items.length > 0 && complete.has(items)) next = items;
    } catch {
      // No network: what was dealt before is dealt again.
    } finally {
      if (fetching === own) fetching = undefined;
    }
  }

  return {
    async start(wish) {
      starting.abort();
      const own = new AbortController();
      starting = own;
      const items = await draw(wish, own.signal);
      own.signal.throwIfAborted();
      if (items.length === 0) return items;
      // What is on its way belongs to the former letters.
      fetching?.abort();
      fetching = undefined;
      choice = wish;
      kept = [items];
      next = undefined;
      // The cards on the board come first.
      void complement(items).then(() => (own.signal.aborted ? undefined : fetchAhead()));
      return items;
    },
    again() {
      const items = next ?? pickKept();
      if (items.length === 0) return items;
      keep(items);
      next = undefined;
      // What did not come for the cards on the board may come now.
      if (!complete.has(items)) void complement(items);
      if (!fetching) void fetchAhead();
      return items;
    },
    refresh() {
      next = undefined;
      void fetchAhead();
    },
    stop() {
      starting.abort();
      fetching?.abort();
      fetching = undefined;
    },
  };
}
