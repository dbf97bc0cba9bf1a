import { setTimeout as pause } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { startSite } from '../support/start-site.ts';

const SETTLED_MS = 15_000;
const MINUTES = 1;

it('an idle site logs at most two lines per minute and service', async () => {
  const site = await startSite({ workers: 2 });
  try {
    const linesOf = (name: string) => site.logs(name).split('\n').length;
    const services = Object.keys(site.services).filter((name) => name !== 'postgres' && name !== 'redis');
    await pause(SETTLED_MS); // time for one-off work after the start
    const before = new Map(services.map((name) => [name, linesOf(name)]));
    await pause(MINUTES * 60_000);
    const written = services.map((name) => [name, linesOf(name) - (before.get(name) ?? 0)] as const);
    console.log(`lines in ${MINUTES} min: ${written.map(([name, lines]) => `${name} ${lines}`).join(', ')}`);
    expect(written.filter(([, lines]) => lines > 2 * MINUTES)).toEqual([]);
  } finally {
    await site.stop();
  }
});
