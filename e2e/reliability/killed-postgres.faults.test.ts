import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { signInSuperadmin } from '../support/accounts.ts';
import { createRandom, readSeed } from '../support/random.ts';
import { startSite } from '../support/start-site.ts';

const line = faultLine(6);
const SEED = readSeed();
const KILLS = 5;
const BACK_MS = 5000;
const WRITERS = 8;

let site: Stack;
beforeAll(async () => {
  site = await startSite({ workers: 1, fsync: true });
});
afterAll(() => site.stop());

test('Postgres killed five times under writes loses no committed data and is back within 5 s', async () => {
  const { accessToken } = await signInSuperadmin(site);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const path = `${site.url}/api/admin/invitations`;
  const committed: string[] = [];
  let isOver = false;
  let lastSuccessAt = 0;

  async function write(): Promise<void> {
    const email = `${randomUUID()}@songs.example`;
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ email }) });
    if (response.ok) {
      committed.push(email);
      lastSuccessAt = performance.now();
    } else {
      expect(response.status).toBe(503);
      await pause(50);
    }
  }
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) await write();
  });
  const random = createRandom(SEED);
  const backMs: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(random.whole(1000, 3000));
    const killedAt = performance.now();
    site.services['postgres']?.kill('SIGKILL');
    await pause(100); // writes answered by then may have been committed before the kill
    const from = performance.now();
    await expect.poll(() => lastSuccessAt > from, { interval: 20, timeout: 60_000 }).toBe(true);
    backMs.push(Math.round(lastSuccessAt - killedAt));
  }
  isOver = true;
  await Promise.all(writers);
  const response = await fetch(path, { headers });
  const { data } = (await response.json()) as { data: { invitations: { email: string }[] } };
  const found = new Set(data.invitations.map(({ email }) => email));
  const newest = committed.slice(-300); // as many as the list shows
  const lost = newest.filter((email) => !found.has(email));
  process.stdout.write(`back after ${backMs.join(', ')} ms\n`);
  line.prove(`Postgres killed ${KILLS} times under ${committed.length} writes, SEED=${SEED}`, {
    lost: { measured: lost.length, atMost: 0 },
    back: { measured: Math.max(...backMs) / 1000, atMost: BACK_MS / 1000, unit: 's' },
  });
});
