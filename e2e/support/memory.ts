import { readFile } from 'node:fs/promises';

import type { Stack } from '@larksong/local';

const SAMPLE_MS = 50;

/** Returns the resident memory of each of a site's processes in MiB, by name. */
async function measureMemory(site: Stack): Promise<Map<string, number>> {
  const entries = Object.values(site.services).map(async ({ name, pid }) => {
    // The process may have ended.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return [name, Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Runs some work. Returns its result with the maximum growth of each process meanwhile, in MiB. */
export async function measureGrowth<T>(
  site: Stack,
  work: () => Promise<T>,
): Promise<{ result: T; growth: Map<string, number> }> {
  const before = await measureMemory(site);
  const growth = new Map([...before.keys()].map((name) => [name, 0]));
  const sample = async () => {
    for (const [name, now] of await measureMemory(site))
      growth.set(name, Math.max(growth.get(name) ?? 0, now - (before.get(name) ?? now)));
  };
  const state = { isRunning: true };
  const sampling = (async () => {
    while (state.isRunning) {
      await sample();
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  try {
    return { result: await work(), growth };
  } finally {
    state.isRunning = false;
    await sampling;
  }
}

/** Returns `name growth, …` for printing. */
export function describeGrowth(growth: Map<string, number>): string {
  return [...growth].map(([name, mebibytes]) => `${name} ${mebibytes.toFixed(0)}`).join(', ');
}
