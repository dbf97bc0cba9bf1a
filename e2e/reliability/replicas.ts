import { stat } from 'node:fs/promises';

import { freePort, type Stack, type StackProcess } from '@larksong/local';

import { startProcess, type Supervised } from '../../infra/local/src/processes/processes.ts';
import { findSiteProcesses, originOf, type SiteProcess } from '../access/site-processes.ts';
import { startBalancer } from '../support/balancer.ts';
import { startSite } from '../support/start-site.ts';
import type { Send } from './load.ts';

const BALANCED = ['auth', 'catalog', 'game'] as const;
const ROOT = new URL('../..', import.meta.url).pathname;
const RESTARTS = { firstPauseMs: 250, longestPauseMs: 2000, steadyMs: 10_000 };
/** As many tries as a browser's page makes before it shows a failure. */
const TRIES = 3;

export interface DoubledSite {
  site: Stack;
  /** The replicas of each service by name, transcoders included; each is restarted when it ends. */
  replicas: Record<string, StackProcess[]>;
  /** Sends a request to a gateway; if the connection fails, to the other one. */
  send: Send;
  /** Resolves once a replica answers. */
  isReady: (service: string) => Promise<boolean>;
  stop: () => Promise<void>;
}

/** Starts a site with two replicas of each service, behind balancers, and two transcoders. */
export async function startDoubledSite(): Promise<DoubledSite> {
  const balancers = await Promise.all(BALANCED.map(() => startBalancer()));
  const urls = BALANCED.map((name, index) => [`${name.toUpperCase()}_URL`, balancers[index]?.url ?? '']);
  const site = await startSite({
    workers: 2,
    env: { all: Object.fromEntries(urls) as Record<string, string> },
  });
  const originals = await findSiteProcesses(site.url);
  const copies: Supervised[] = [];
  const origins: Record<string, string[]> = {};
  for (const original of originals.filter(({ service }) => service !== 'transcoder')) {
    const { copy, origin } = await startCopy(original);
    copies.push(copy);
    origins[original.service] = [originOf(original), origin];
  }
  for (const [index, name] of BALANCED.entries()) balancers[index]?.balance(origins[name] ?? []);
  const transcoders = Object.values(site.services).filter(({ name }) => name.startsWith('transcoder-'));
  const doubled = copies.map((copy) => [copy.name, [site.services[copy.name], copy]]);
  return {
    site,
    replicas: { ...(Object.fromEntries(doubled) as Record<string, StackProcess[]>), transcoder: transcoders },
    send: createSend(origins['gateway'] ?? []),
    async isReady(service) {
      const states = (origins[service] ?? []).map((origin) => isAnswering(`${origin}/readyz`));
      return (await Promise.all(states)).every(Boolean);
    },
    async stop() {
      await Promise.all(copies.map((copy) => copy.stop()));
      await site.stop();
      await Promise.all(balancers.map((balancer) => balancer.stop()));
    },
  };
}

/**
 * Starts another process with the user and the settings of a service, except for `changes`, on its own port. A shell runs
 * `before` first, in a mount namespace of the process.
 */
export async function startCopy(
  original: SiteProcess,
  changes: Record<string, string | undefined> = {},
  before?: string,
): Promise<{ copy: Supervised; origin: string }> {
  const port = await freePort();
  const { uid, gid } = await stat(`/proc/${original.pid}`);
  const origin = `http://127.0.0.1:${port}`;
  const argv = [process.execPath, `services/${original.service}/src/main.ts`];
  const inNamespace = [uid === 0 ? '-m' : '-rm', 'sh', '-c', `${before} && exec "$@"`, 'sh', ...argv];
  const [command = '', ...args] = before === undefined ? argv : ['unshare', ...inNamespace];
  const copy = await startProcess({
    name: original.service,
    command,
    args,
    cwd: ROOT,
    env: { ...original.environment, METRICS_PORT: '0', ...changes, PORT: String(port) },
    user: { uid, gid },
    isReady: () => isAnswering(`${origin}/healthz`),
    restart: RESTARTS,
    dieWithParent: true,
  });
  return { copy, origin };
}

async function isAnswering(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
}

function createSend(gateways: string[]): Send {
  let turn = 0;
  return async (path, init) => {
    turn += 1;
    const first = turn;
    for (let tries = 0; ; tries += 1) {
      try {
        return await fetch(`${gateways[(first + tries) % gateways.length]}${path}`, init);
      } catch (error) {
        if (tries + 1 === TRIES || init.signal?.aborted) throw error;
      }
    }
  };
}
