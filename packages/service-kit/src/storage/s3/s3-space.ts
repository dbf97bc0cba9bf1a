/** Reports the free space of an S3 server; undefined if unknown. */
export interface SpaceMeter {
  freeBytes(): Promise<number | undefined>;
  /** Records bytes that this process has written, before the server's figure includes them. */
  noteWritten(sizeBytes: number): void;
}

/** MinIO updates its metrics every few seconds at best, and a bucket does not fill up faster than this. */
const KEEP_MS = 10_000;
/** MinIO caches its figures for this time. */
const SERVER_LAG_MS = 10_000;
const TIMEOUT_MS = 2000;
const METRIC = /^minio_cluster_capacity_usable_free_bytes(?:\{[^}]*\})?\s+(\S+)/m;

/**
 * Returns a meter that reads the free space from MinIO's metrics (`/minio/v2/metrics/cluster`) and caches the result,
 * failures included, for 10 s. Bytes written since the server may have counted are subtracted, so that a fast upload
 * cannot overtake the figure. Without a URL the free space is unknown.
 */
export function createSpaceMeter(options: { url: string | undefined; now?: () => number }): SpaceMeter {
  const { url, now = Date.now } = options;
  let known: Promise<number | undefined> | undefined;
  let askedAt = 0;
  let written: { at: number; sizeBytes: number }[] = [];
  return {
    noteWritten(sizeBytes) {
      if (url !== undefined) written.push({ at: now(), sizeBytes });
    },
    async freeBytes() {
      if (url === undefined) return undefined;
      if (!known || now() - askedAt >= KEEP_MS) {
        askedAt = now();
        known = ask(url);
      }
      const freeBytes = await known;
      written = written.filter(({ at }) => at >= askedAt - SERVER_LAG_MS);
      const writtenBytes = written.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      return freeBytes === undefined ? undefined : Math.max(0, freeBytes - writtenBytes);
    },
  };
}

async function ask(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? parseFreeBytes(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the free bytes from Prometheus metrics, or undefined if they are missing. */
export function parseFreeBytes(metrics: string): number | undefined {
  const bytes = Number(METRIC.exec(metrics)?.[1] ?? Number.NaN);
  return Number.isFinite(bytes) && bytes >= 0 ? bytes : undefined;
}
