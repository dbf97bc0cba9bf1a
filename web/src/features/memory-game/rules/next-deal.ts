import type { Deal, KeptDeals } from './kept-deals.ts';

/** The next cards of a choice, fetched in advance. */
export interface NextDeal {
  /** Fetches cards, aborting an earlier request. Never rejects. */
  fetch: (draw: (signal: AbortSignal) => Promise<Deal>) => Promise<void>;
  isFetching: () => boolean;
  /** Returns the cards if they have loaded with their pictures and sounds. */
  find: () => Deal | undefined;
  drop: () => void;
  /** Aborts a pending request. */
  abort: () => void;
}

/** Creates the place of the next cards, which is empty. If the server has no more, all kept deals are forgotten. */
export function createNextDeal(deals: KeptDeals): NextDeal {
  let next: Deal | undefined;
  let fetching: AbortController | undefined;

  async function fetch(draw: (signal: AbortSignal) => Promise<Deal>): Promise<void> {
    fetching?.abort();
    const own = new AbortController();
    fetching = own;
    try {
      const items = await draw(own.signal);
      if (items.length === 0 && fetching === own) forget();
      await deals.complete(items);
      // Without their media the cards would be silent.
      if (fetching === own && items.length > 0 && deals.isComplete(items)) next = items;
    } catch {
      // No network: earlier cards are dealt again.
    } finally {
      if (fetching === own) fetching = undefined;
    }
  }

  /** The cards were deleted, so those dealt before must not reappear. */
  function forget(): void {
    deals.forget();
    next = undefined;
  }

  return {
    fetch,
    isFetching: () => fetching !== undefined,
    find: () => next,
    drop: () => (next = undefined),
    abort: () => {
      fetching?.abort();
      fetching = undefined;
    },
  };
}
