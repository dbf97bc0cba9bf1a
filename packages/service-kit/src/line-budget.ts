/** Lines of one kind, and of one sender in all, that are logged in a window. */
const MOST_OF_KIND = 120;
const MOST_OF_SENDER = 1200;
/** Kinds and senders that are told apart; further ones count as one. */
const MAX_NAMES = 10_000;

export interface Line {
  /** Lines that are alike, such as those of one sender, route and status. */
  kind: string;
  sender: string;
}

export interface LineBudget {
  /** Returns whether a line may be logged. `summarize` is called at the end of the window if lines like it were left out. */
  take: (line: Line, summarize: (leftOut: number) => void) => boolean;
  /** Ends the window: summarises what was left out. */
  end: () => void;
}

/** Limits the lines that one sender can cause, so that a flood does not displace everything else from the logs. */
export function createLineBudget(): LineBudget {
  const kinds = new Map<string, number>();
  const senders = new Map<string, number>();
  const leftOut = new Map<string, { count: number; summarize: (count: number) => void }>();

  function count(counts: Map<string, number>, given: string): number {
    const name = counts.has(given) || counts.size < MAX_NAMES ? given : 'others';
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next;
  }

  return {
    take({ kind, sender }, summarize) {
      if (count(kinds, kind) <= MOST_OF_KIND && count(senders, sender) <= MOST_OF_SENDER) return true;
      const name = leftOut.has(kind) || leftOut.size < MAX_NAMES ? kind : 'others';
      const known = leftOut.get(name) ?? { count: 0, summarize };
      known.count += 1;
      leftOut.set(name, known);
      return false;
    },
    end() {
      const summaries = [...leftOut.values()];
      for (const counts of [kinds, senders, leftOut]) counts.clear();
      for (const { count: lines, summarize } of summaries) summarize(lines);
    },
  };
}
