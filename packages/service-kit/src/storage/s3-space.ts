/** Tells how much space an S3 server has left; undefined when nobody can say. */
export interface SpaceMeter {
  freeBytes(): Promise<number | undefined>;
  /** Takes note of bytes that this process has written: the server's own figure comes later. */
  noteWritten(sizeBytes: number): void;
}

/** MinIO counts what its metrics say every few seconds at best, and a bucket does not fill up faster than this. */
const KEEP_MS = 10_000;
/** MinIO itself keeps its figures for so long. */
const SERVER_LAG_MS = 10_000;
const TIMEOUT_MS = 2000;
const METRIC = /^minio_cluster_capacity_usable_free_bytes(?:\{[^}]*\})?\s+(\S+)/m;

/**
 * Reads the free space from MinIO's metrics (`/minio/v2/metrics/cluster`) and remembers it for 10 s, also that it
 * could not be had. What was written since the server may have counted is subtracted, so that a fast upload cannot
 * overtake the figure. Without a URL nothing is asked and nothing known.
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

/** The free bytes in a text of Prometheus metrics; undefined when they are not in it. */
export function parseFreeBytes(metrics: string): number | undefined {
  const bytes = Number(METRIC.exec(metrics)?.[1] ?? Number.NaN);
  return Number.isFinite(bytes) && bytes >= 0 ? bytes : undefined;
}
