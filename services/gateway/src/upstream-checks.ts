import type { Service } from './proxy/upstreams.ts';
import type { RecentStarts } from './status/recent-starts.ts';

/** Shorter than the timeout of a check in /readyz. */
const TIMEOUT_MS = 1500;
/** Lifetime of a result: /readyz is public, so its calls must not all reach the services. */
const CACHE_MS = 2000;

type Check = () => Promise<void>;

/** Returns a check for each service, which rejects unless the service reports that it is ready, and notes its start. */
export function createUpstreamChecks(
  origins: Record<Service, string>,
  starts: RecentStarts,
): Record<Service, Check> {
  const createCheck = (service: Service): Check => {
    let last: { askedAt: number; answer: Promise<void> } | undefined;
    const ask = async () => {
      const startedAt = await askReadiness(origins[service]);
      if (startedAt !== null) starts.note(service, startedAt);
    };
    return async () => {
      if (last === undefined || performance.now() - last.askedAt > CACHE_MS)
        last = { askedAt: performance.now(), answer: ask() };
      await last.answer;
    };
  };
  return { auth: createCheck('auth'), catalog: createCheck('catalog'), game: createCheck('game') };
}

/** Returns when the service was started. Rejects unless it is ready. */
async function askReadiness(origin: string): Promise<string | null> {
  const response = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${origin} is not ready (${response.status})`);
  return response.headers.get('x-started-at');
}
