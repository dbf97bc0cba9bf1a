import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { timeWait } from '@larksong/service-kit/testing/waits';

/**
 * Returns the ids of the running processes with a text on their command line. It reads hundreds of tiny files from memory,
 * which costs a tenth of what it costs asynchronously.
 */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && commandLine(name).includes(text))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

/**
 * Polls until processes with a text on their command line exist or are gone, since other processes' ends send no event.
 */
export async function untilProcesses(
  text: string,
  state: 'running' | 'gone',
  withinMs: number,
): Promise<void> {
  const end = performance.now() + withinMs;
  await timeWait(`processes ${state}`, async () => {
    for (;;) {
      const isLastTry = performance.now() > end;
      if (processesWith(text).length > 0 === (state === 'running')) return;
      if (isLastTry) throw new Error(`after ${withinMs} ms the processes are not ${state}`);
      await pause(50);
    }
  });
}
