import { expect, it, vi } from 'vitest';

import { startSite } from '../support/start-site.ts';

it('a site whose processes all freeze, including Postgres and Redis, recovers without help', async () => {
  const lines: string[] = [];
  const site = await startSite({ watchdog: true, workers: 1, say: (line) => void lines.push(line) });
  try {
    const names = Object.keys(site.services);
    const frozenAt = performance.now();
    for (const service of Object.values(site.services)) service.kill('SIGSTOP');
    await vi.waitFor(
      async () => {
        for (const name of names) expect(lines).toContain(`${name} is running again.`);
        expect((await fetch(`${site.localUrl}/api/videos`)).status).toBe(200);
      },
      { timeout: 300_000, interval: 500 },
    );
    console.log(
      `all ${names.length} parts answer again ${Math.round((performance.now() - frozenAt) / 1000)} s after they froze`,
    );
    console.log(lines.filter((line) => line.includes('is killed')).join('\n'));
  } finally {
    await site.stop();
  }
});
