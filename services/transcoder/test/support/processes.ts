import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { timeWait } from '@larksong/service-kit/testing/waits';

/** Returns the ids of the running processes with a text on their command line. */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(text)) found.push(Number(name));
  }
  return found;
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
      if ((await processesWith(text)).length > 0 === (state === 'running')) return;
      if (isLastTry) throw new Error(`after ${withinMs} ms the processes are not ${state}`);
      await pause(20);
    }
  });
}
