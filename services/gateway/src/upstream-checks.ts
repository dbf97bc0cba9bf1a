import type { Service } from './proxy/upstreams.ts';

/** Shorter than the timeout of a check in /readyz. */
const TIMEOUT_MS = 1500;
/** Lifetime of a result: /readyz is public, so its calls must not all reach the services. */
const CACHE_MS = 2000;

type Check = () => Promise<void>;

/** Returns a check for each service, which rejects unless the service reports that it is ready. */
export function createUpstreamChecks(origins: Record<Service, string>): Record<Service, Check> {
  return {
    auth: createCheck(origins.auth),
    catalog: createCheck(origins.catalog),
    game: createCheck(origins.game),
  };
}

function createCheck(origin: string): Check {
  let last: { askedAt: number; answer: Promise<void> } | undefined;
  return async () => {
    if (last === undefined || performance.now() - last.askedAt > CACHE_MS)
      last = { askedAt: performance.now(), answer: askReadiness(origin) };
    await last.answer;
  };
}

async function askReadiness(origin: string): Promise<void> {
  const response = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${origin} is not ready (${response.status})`);
}
