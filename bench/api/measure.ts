import type { Headers, RequestKind } from './requests.ts';

export interface Target {
  url: string;
  kinds: RequestKind[];
}

/** The durations of all requests of a kind in milliseconds, in the small and the large catalog. */
export interface Measured {
  kind: RequestKind;
  small: number[];
  large: number[];
}

/** Makes the same requests to both catalogs alternately, so that disturbances affect both. */
export async function measure(small: Target, large: Target, rounds: number): Promise<Measured[]> {
  const measured = small.kinds.map((kind) => ({ kind, small: [] as number[], large: [] as number[] }));
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const [index, of] of measured.entries()) {
      const times = [await time(small, index, round + WARM_UP), await time(large, index, round + WARM_UP)];
      if (round < 0) continue;
      of.small.push(times[0] ?? 0);
      of.large.push(times[1] ?? 0);
    }
  return measured;
}

const WARM_UP = 10;

async function time({ url, kinds }: Target, index: number, round: number): Promise<number> {
  const kind = kinds[index];
  const path = kind?.paths[round % kind.paths.length];
  if (!kind || path === undefined) throw new Error('both catalogs are asked for the same kinds');
  return ask(url + path, kind.headers);
}

async function ask(url: string, headers: Headers): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers });
  const text = await response.text();
  const milliseconds = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
  return milliseconds;
}

/** Returns the smallest value that a share of the values does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
