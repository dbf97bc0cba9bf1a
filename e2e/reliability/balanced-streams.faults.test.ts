import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import type { Stack, StackProcess } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findSiteProcesses, originOf } from '../access/site-processes.ts';
import { until } from '../access/until.ts';
import { uploadFile } from '../access/uploads.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { startBalancer, type Balancer } from '../support/balancer.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { fetchPlaylist } from '../support/streams.ts';
import { startCopy } from './replicas.ts';

const VIEWERS = 12;

/**
 * The end of a request: its status, `wrong` for other bytes than before, `broken off` in the middle of a response, or
 * `not accepted`: its new connection was closed without a byte.
 */
type Outcome = number | 'wrong' | 'broken off' | 'not accepted';

let site: Stack;
let balancer: Balancer;
let gateways: StackProcess[];
let isReady: () => Promise<boolean>;
let copy: Awaited<ReturnType<typeof startCopy>>['copy'] | undefined;
/** Addresses of the segments of a public video, and of a video for signed-in viewers only. */
let open: string[];
let hidden: string[];

beforeAll(async () => {
  site = await startSite({ workers: 1 });
  balancer = await startBalancer();
  const original = (await findSiteProcesses(site.url)).find(({ service }) => service === 'gateway');
  const running = site.services['gateway'];
  if (!original || !running) throw new Error('The gateway does not run.');
  const started = await startCopy(original);
  copy = started.copy;
  gateways = [running, copy];
  const origins = [originOf(original), started.origin];
  balancer.balance(origins);
  isReady = async () => {
    const answers = await Promise.all(origins.map((origin) => fetch(`${origin}/healthz`).catch(() => null)));
    return answers.every((answer) => answer?.ok);
  };
  open = await publish('public');
  hidden = await publish('registered');
});
afterAll(async () => {
  await copy?.stop();
  await balancer?.stop();
  await site?.stop();
});

async function publish(visibility: catalog.Visibility): Promise<string[]> {
  const superadmin = await signInSuperadmin(site);
  const file = await openAsBlob(await makeClip({ seconds: 12 }));
  const id = await uploadFile(site.url, superadmin, { title: 'Ducks', visibility, file });
  const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const isCompleted = async () => (await read()).status === 'completed';
  await until(isCompleted, { what: 'the video', withinSeconds: 240, everyMs: 500 });
  const base = `/hls/${id}/360p`;
  const headers = { authorization: `Bearer ${superadmin.accessToken}` };
  const paths = (await fetchPlaylist(site.url + base, headers)).segments.map(({ uri }) => `${base}/${uri}`);
  for (const path of paths) await (await fetch(site.url + path, { headers })).arrayBuffer(); // now in memory
  return paths;
}

/**
 * Requests an address from the balancer over the viewer's connection. As browsers and proxies do, it sends a request again
 * if a connection that was used before ends without a response (RFC 9112, section 9.3.1).
 */
function load(path: string, agent: Agent): Promise<{ outcome: Outcome; hash: string }> {
  return new Promise((resolve) => {
    const digest = createHash('sha256');
    const end = (outcome: Outcome) => resolve({ outcome, hash: digest.digest('hex') });
    const sent = request(balancer.url + path, { agent }, (response) => {
      response.on('data', (data: Buffer) => digest.update(data));
      response.once('error', () => end('broken off'));
      response.once('end', () => end(response.statusCode ?? 0));
    });
    sent.once('error', () => (sent.reusedSocket ? resolve(load(path, agent)) : end('not accepted'))).end();
  });
}

describe('two gateways behind a balancer', () => {
  it('segments are complete and hidden ones stay hidden while each gateway is restarted under load', async () => {
    const hashes = new Map<string, string>();
    const agents = Array.from({ length: VIEWERS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const path of open) hashes.set(path, (await load(path, agents[0] ?? new Agent())).hash);
    const seen: { open: Outcome[]; hidden: Outcome[] } = { open: [], hidden: [] };
    let isOver = false;
    const viewers = agents.map(async (agent, viewer) => {
      for (let number = viewer; !isOver; number += 1) {
        const path = open[number % open.length] ?? '';
        const { outcome, hash } = await load(path, agent);
        seen.open.push(outcome === 200 && hash !== hashes.get(path) ? 'wrong' : outcome);
        seen.hidden.push((await load(hidden[number % hidden.length] ?? '', agent)).outcome);
      }
      agent.destroy();
    });
    for (const gateway of gateways) {
      await pause(1000); // both have viewers again
      const { pid } = gateway;
      gateway.kill('SIGTERM');
      const isBack = async () => gateway.pid !== pid && (await isReady());
      await until(isBack, { what: 'the gateway back', withinSeconds: 60 });
    }
    isOver = true;
    await Promise.all(viewers);
    const refused = [...seen.open, ...seen.hidden].filter((outcome) => outcome === 'not accepted');
    console.log(`${seen.open.length} segments were sent; ${refused.length} connections were not accepted`);
    const others = (outcomes: Outcome[]) => new Set(outcomes.filter((outcome) => outcome !== 'not accepted'));
    expect([others(seen.open), others(seen.hidden)]).toEqual([new Set([200]), new Set([404])]);
    // The system had accepted them for a gateway that then ended. A balancer of connections cannot pass them on.
    expect(refused.length).toBeLessThanOrEqual(VIEWERS);
  });
});
