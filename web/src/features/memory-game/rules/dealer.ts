import type { game } from '@larksong/contracts';

import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import type { Random } from './board.ts';
import { createKeptDeals } from './kept-deals.ts';
import { createNextDeal } from './next-deal.ts';
import { createReserve } from './reserve.ts';

/** The letters and the grid of a game, and its pack. */
export interface Choice {
  letters: readonly string[];
  grid: game.Grid;
  pack?: FurtherPack;
}

interface DealerDeps {
  /** Requests whole pairs from the server; rejects if it cannot. */
  draw: (choice: Choice, signal: AbortSignal) => Promise<game.DealtItem[]>;
  /**
   * Resolves to whether the pictures and sounds of these cards are loaded, if the server has them. Never rejects.
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

/** Creates a dealer that keeps its cards in memory. `stop` aborts its requests. */
export function createDealer({ draw, prepare, random }: DealerDeps): Dealer {
  let choice: Choice | undefined;
  const deals = createKeptDeals({ prepare, random });
  const next = createNextDeal(deals);
  const reserved = createReserve(prepare);
  let starting = new AbortController();
  /** Aborts a start that is waiting for its cards. */
  let waiting: AbortController | undefined;

  function fetchAhead(): void {
    const current = choice;
    if (current) void next.fetch((signal) => draw(current, signal));
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
      next.abort();
      next.drop();
      choice = requested;
      deals.forget();
      deals.keep(items);
      // The cards on the board come first.
      void deals.complete(items).then(() => (own.signal.aborted ? undefined : fetchAhead()));
      return items;
    },
    again() {
      // Cards that come late must not replace these.
      waiting?.abort();
      const items = next.find() ?? deals.pick();
      if (items.length === 0) return items;
      deals.keep(items);
      next.drop();
      // Media that failed for the cards on the board may load now.
      if (!deals.isComplete(items)) void deals.complete(items);
      if (!next.isFetching()) fetchAhead();
      return items;
    },
    reserve(requested) {
      void reserved.fill(keyOf(requested), (signal) => draw(requested, signal));
    },
    refresh() {
      next.drop();
      reserved.clear();
      fetchAhead();
    },
    stop() {
      starting.abort();
      next.abort();
      reserved.clear();
    },
  };
}

function keyOf({ letters, grid, pack }: Choice): string {
  return JSON.stringify([letters, grid, pack]);
}
