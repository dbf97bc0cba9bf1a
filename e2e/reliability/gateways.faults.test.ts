import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startSite } from '../support/start-site.ts';

let site: Stack;
const said: string[] = [];

beforeAll(async () => {
  site = await startSite({ workers: 1, gateways: 2, say: (line) => void said.push(line) });
});
afterAll(() => site?.stop());

/** How long the frozen gateway must be silent after the other one has answered. */
const SILENT_MS = 3000;

/** Calls the site over a new connection; returns the status, or the code of a connection error. */
function call(path: string, signal = AbortSignal.timeout(30_000)): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(site.url + path, { agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    signal.addEventListener('abort', () => sent.destroy(new Error('silent')));
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

/** Makes calls at once, and gives up those that are silent after the first answer. */
async function callMany(count: number): Promise<(number | string)[]> {
  const giveUp = new AbortController();
  const calls = Array.from({ length: count }, () => call('/api/videos', giveUp.signal));
  const timer = setTimeout(() => giveUp.abort(), 30_000);
  await Promise.race(calls);
  await pause(SILENT_MS);
  clearTimeout(timer);
  giveUp.abort();
  return Promise.all(calls);
}

const gateways = () => ['gateway', 'gateway-2'].map((name) => site.services[name]);

describe.runIf(process.platform === 'linux')('two gateways on one port', () => {
  it('connections are spread over both gateways, so that a hung gateway affects only its own connections', async () => {
    for (const gateway of gateways()) {
      gateway?.kill('SIGSTOP');
      const answers = await callMany(60);
      gateway?.kill('SIGCONT');
      expect(new Set(answers)).toEqual(new Set([200, 'silent']));
    }
  });

  it('a gateway that is stopped under load is restarted, and no call receives an error', async () => {
    const answers: (number | string)[] = [];
    let isOver = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!isOver) answers.push(await call('/api/videos'));
    });
    for (const gateway of gateways()) {
      gateway?.kill('SIGTERM');
      await expect.poll(() => said, { timeout: 60_000 }).toContain(`${gateway?.name} is running again.`);
    }
    isOver = true;
    await Promise.all(clients);
    // Connections that the ended process had not accepted are reset; pages and players repeat their requests.
    const others = answers.filter((answer) => answer !== 200 && answer !== 'ECONNRESET');
    expect(others).toEqual([]);
    expect(answers.filter((answer) => answer === 'ECONNRESET').length).toBeLessThan(answers.length / 20);
  });
});
