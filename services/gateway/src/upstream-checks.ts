import type { Service } from './proxy/upstreams.ts';

/** Shorter than the time that /readyz gives a check. */
const PATIENCE_MS = 1500;
/** Anybody may ask /readyz; the services are asked this often at most. */
const KEPT_MS = 2000;

type Check = () => Promise<void>;

/** Returns a check for each service, which rejects unless the service says that it is ready. */
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
    if (last === undefined || performance.now() - last.askedAt > KEPT_MS)
      last = { askedAt: performance.now(), answer: askReadiness(origin) };
    await last.answer;
  };
}

async function askReadiness(origin: string): Promise<void> {
  const response = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(PATIENCE_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${origin} is not ready (${response.status})`);
}
