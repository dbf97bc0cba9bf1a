/** From one moment to a later one, in milliseconds since 1970. */
export type Interval = readonly [startMs: number, endMs: number];

/** The longest interval that a report counts. */
const MAX_REPORT_MS = 15_000;
/** How long counted intervals are remembered, so that other devices do not count them again. */
const MEMORY_MS = 60_000;

/**
 * Returns the interval that a report counts: since the last one of its device, at most 15 seconds. The first report, and
 * one after a pause, which says so, count nothing.
 */
export function countedInterval(report: {
  nowMs: number;
  /** When the device reported last; null if it has not. */
  sinceMs: number | null;
  begins: boolean;
}): Interval | null {
  const { nowMs, sinceMs, begins } = report;
  if (begins || sinceMs === null || sinceMs >= nowMs) return null;
  return [Math.max(sinceMs, nowMs - MAX_REPORT_MS), nowMs];
}

/** Adds an interval to those of all devices. Returns what is new of it, and the union of the last minute, in order. */
export function addInterval(
  recent: readonly Interval[],
  interval: Interval,
): { added: Interval[]; recent: Interval[] } {
  const oldest = interval[1] - MEMORY_MS;
  return {
    added: subtract(interval, recent),
    recent: unite([...recent, interval]).flatMap(([start, end]): Interval[] =>
      end > oldest ? [[Math.max(start, oldest), end]] : [],
    ),
  };
}

function subtract(interval: Interval, others: readonly Interval[]): Interval[] {
  let left: Interval[] = [interval];
  for (const [from, to] of others)
    left = left.flatMap(([start, end]): Interval[] => {
      if (to <= start || from >= end) return [[start, end]];
      const before: Interval[] = start < from ? [[start, from]] : [];
      return to < end ? [...before, [to, end]] : before;
    });
  return left;
}

function unite(intervals: readonly Interval[]): Interval[] {
  const united: [number, number][] = [];
  for (const [start, end] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else united.push([start, end]);
  }
  return united;
}
