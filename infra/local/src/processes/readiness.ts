const PATIENCE_MS = 15_000;

/**
 * Returns how to ask a service whether it is ready, at its `/readyz` or `/healthz`; rejects while it does not listen. What a
 * service waits for is said once, after a while: storage that is away would otherwise keep a start silent for minutes.
 */
export function createReadinessCheck(
  { name, url, say }: { name: string; url: string; say: (line: string) => void },
  patienceMs = PATIENCE_MS,
): () => Promise<boolean> {
  const startedAt = performance.now();
  let hasSaid = false;
  return async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    const away = listAway(await response.text());
    if (!hasSaid && away.length > 0 && performance.now() - startedAt >= patienceMs) {
      hasSaid = true;
      say(`${name} is waiting for ${away.join(' and ')}, and will be ready as soon as that can be used.`);
    }
    return response.status === 200;
  };
}

/** Lists what is away according to an answer of `/readyz`; none if it is another answer, such as a gateway's empty one. */
function listAway(text: string): string[] {
  if (!text.startsWith('{')) return [];
  const { checks = {} } = JSON.parse(text) as { checks?: Record<string, string> };
  return Object.keys(checks).filter((check) => checks[check] !== 'ok');
}
