import type { game } from '@larksong/contracts';

import type { Random } from './board.ts';

/** The cards of one deal. */
export type Deal = readonly game.DealtItem[];

/** The number of deals kept for playing without a network. */
const MAX_KEPT = 6;

interface KeptDealsDeps {
  /**
   * Resolves to whether the pictures and sounds of these cards are loaded, if the server has them. Never rejects.
   */
  prepare: (items: Deal) => Promise<boolean>;
  random: Random;
}

/** The last deals of a choice, which can be dealt again, and those whose pictures and sounds are loaded. */
export interface KeptDeals {
  /** Adds a deal, or makes it the latest one. */
  keep: (items: Deal) => void;
  /** Returns one of them at random, preferring those that are complete; empty if none is kept. */
  pick: () => Deal;
  forget: () => void;
  /** Loads the pictures and sounds of a deal. Never rejects. */
  complete: (items: Deal) => Promise<void>;
  isComplete: (items: Deal) => boolean;
}

/** Creates an empty memory of deals. */
export function createKeptDeals({ prepare, random }: KeptDealsDeps): KeptDeals {
  let kept: Deal[] = [];
  const complete = new WeakSet<Deal>();
  return {
    keep(items) {
      kept = [...kept.filter((other) => other !== items), items].slice(-MAX_KEPT);
    },
    pick() {
      const good = kept.filter((items) => complete.has(items));
      const from = good.length > 0 ? good : kept;
      return from[Math.floor(random() * from.length)] ?? [];
    },
    forget() {
      kept = [];
    },
    async complete(items) {
      if (await prepare(items)) complete.add(items);
    },
    isComplete: (items) => complete.has(items),
  };
}
