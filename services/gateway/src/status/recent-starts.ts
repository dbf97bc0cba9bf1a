import type { Service } from '../proxy/upstreams.ts';

export interface RecentStarts {
  /** Notes the time at which a service says that it was started. */
  note(service: Service, startedAt: string): void;
  /** Returns the number of noted starts of each service in the last ten minutes. */
  count(): Record<Service, number>;
}

const WINDOW_MS = 600_000;

/** Returns a memory of the starts of the services. Several replicas have one start each, which ages. */
export function createRecentStarts(now: () => number = Date.now): RecentStarts {
  const starts: Record<Service, Set<string>> = { auth: new Set(), catalog: new Set(), game: new Set() };
  const countOf = (service: Service) => {
    for (const startedAt of starts[service])
      if (now() - Date.parse(startedAt) > WINDOW_MS) starts[service].delete(startedAt);
    return starts[service].size;
  };
  return {
    note: (service, startedAt) => void starts[service].add(startedAt),
    count: () => ({ auth: countOf('auth'), catalog: countOf('catalog'), game: countOf('game') }),
  };
}
