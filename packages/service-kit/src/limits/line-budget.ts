/** Default number of lines per sender and minute that are logged. */
export const DEFAULT_LINES_PER_MINUTE = 1200;
/** The share of them available to lines of one kind. */
const SHARE_OF_KIND = 0.1;
/** Number of kinds and senders that are distinguished; further ones count as one. */
const MAX_NAMES = 10_000;

export interface Line {
  /** Similar lines, such as those with the same sender, route and status. */
  kind: string;
  sender: string;
}

export interface LineBudget {
  /**
   * Returns whether a line may be logged. `summarize` is called at the end of the window if similar lines were omitted.
   */
  take: (line: Line, summarize: (leftOut: number) => void) => boolean;
  /** Ends the window and summarises the omitted lines. */
  end: () => void;
}

/**
 * Limits the lines that one sender can cause in a window, so that a flood does not displace everything else from the logs.
 */
export function createLineBudget(mostOfSender: number): LineBudget {
  const mostOfKind = Math.max(1, Math.floor(mostOfSender * SHARE_OF_KIND));
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
      if (count(kinds, kind) <= mostOfKind && count(senders, sender) <= mostOfSender) return true;
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
