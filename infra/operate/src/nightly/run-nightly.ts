import { setTimeout as pause } from 'node:timers/promises';

import { findNextNight } from './next-night.ts';

/** Longest sleep: clocks are set, and machines wake up. */
const LOOK_MS = 60_000;

/** Makes a backup every night until the signal is aborted. `backup` returns whether it succeeded. */
export async function runNightly(options: {
  hour: number;
  findLastSuccess: () => Promise<Date | undefined>;
  backup: () => Promise<boolean>;
  signal: AbortSignal;
}): Promise<void> {
  const { hour, signal } = options;
  const startedAt = new Date();
  let lastFailure: Date | undefined;
  while (!signal.aborted) {
    const lastSuccess = await options.findLastSuccess().catch(() => undefined);
    const due = findNextNight({ now: new Date(), startedAt, hour, lastSuccess, lastFailure });
    const waitMs = due.getTime() - Date.now();
    if (waitMs > 0) await pause(Math.min(waitMs, LOOK_MS), undefined, { signal }).catch(() => undefined);
    else if (!(await options.backup())) lastFailure = new Date();
  }
}
