import { randomInt } from 'node:crypto';
import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { Figure } from '@larksong/service-kit/testing/faults';

/*
 * Measures what a crowd at one address does to other visitors. The site needs `TRUSTED_PROXIES: 'loopback'` for its
 * gateway, since the addresses are simulated.
 */

export interface CrowdCall {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface CrowdOptions {
  /** Number of connections of the crowd, each of which sends its next call after the answer to the one before. */
  connections: number;
  /** Most calls that the crowd sends in a second, on all of its connections; without it, as many as are answered. */
  perSecond?: number;
  /** The calls of the crowds, by the name used for the figures; `count` is the number of the crowd's calls so far. */
  crowds: Record<string, (count: number) => CrowdCall>;
  /** The calls of other visitors, in turn, each from another address. */
  others: CrowdCall[];
  /** Number of other visitors who call at the same time; 2 by default. */
  visitors?: number;
  /** Each crowd has this many turns, between turns of the crowd that asks for a missing page; 4 by default. */
  rounds?: number;
  secondsEach?: number;
}

/** How the calls of one side ended. */
export interface Fared {
  count: number;
  p50Ms: number;
  p95Ms: number;
  /** Calls that were answered with 500 or above, or not at all; of others, all that were not answered with 200. */
  failed: number;
  /** How many calls ended with which status; 0 without an answer. */
  statuses: Record<number, number>;
}

export interface Beside {
  crowd: Fared;
  others: Fared;
  /** Other visitors during an equally large crowd that requests a missing page at the same rate. */
  othersBesideMissing: Fared;
}

const MISSING: CrowdCall = { path: '/no-such-page' };
const TIMEOUT_MS = 15_000;
const CROWD_ADDRESS = '203.0.113.10';

/**
 * Runs each crowd in turn with the one that asks for a missing page, and returns how other visitors fared meanwhile.
 */
export async function measureCrowds(siteUrl: string, options: CrowdOptions): Promise<Record<string, Beside>> {
  const { rounds = 4, secondsEach = 4 } = options;
  const turn = (call: (count: number) => CrowdCall) =>
    runTurn(siteUrl, { ...options, call, ms: 1000 * secondsEach });
  await turn(() => MISSING); // warms up
  const measured: Record<string, Beside> = {};
  for (const [name, call] of Object.entries(options.crowds)) {
    const beside: Turn[] = [];
    const besideMissing: Turn[] = [];
    for (let round = 0; round < rounds; round += 1) {
      besideMissing.push(await turn(() => MISSING));
      beside.push(await turn(call));
    }
    measured[name] = {
      crowd: toFared(
        beside.flatMap(({ crowd }) => crowd),
        ({ status }) => status === 0 || status >= 500,
      ),
      others: toFared(beside.flatMap(({ others }) => others)),
      othersBesideMissing: toFared(besideMissing.flatMap(({ others }) => others)),
    };
  }
  return measured;
}

/** Returns the figures of one crowd for `prove`: nobody else fails, and others wait at most twice as long. */
export function figuresBeside({ others, othersBesideMissing }: Beside): Record<string, Figure> {
  return {
    "others' failures": { measured: others.failed, atMost: 0 },
    "others' p95": {
      measured: others.p95Ms / othersBesideMissing.p95Ms,
      atMost: 2,
      unit: '× that during missing pages',
    },
  };
}

/** Describes a measurement in one line, for the log of a run. */
export function describeBeside(name: string, { crowd, others, othersBesideMissing }: Beside): string {
  const ms = ({ p50Ms, p95Ms, count }: Fared) =>
    `p50 ${p50Ms.toFixed(0)}, p95 ${p95Ms.toFixed(0)} ms of ${count}`;
  return `${name}: others ${ms(others)}, ${others.failed} failed; during missing pages ${ms(othersBesideMissing)}; the crowd ${ms(crowd)}, ${JSON.stringify(crowd.statuses)}`;
}

interface Ended {
  status: number;
  ms: number;
}

interface Turn {
  crowd: Ended[];
  others: Ended[];
}

interface TurnOptions extends CrowdOptions {
  call: (count: number) => CrowdCall;
  ms: number;
}

async function runTurn(siteUrl: string, options: TurnOptions): Promise<Turn> {
  const { connections, visitors = 2, others } = options;
  const agents = [connections, visitors].map((maxSockets) => new Agent({ keepAlive: true, maxSockets }));
  const [crowdAgent, othersAgent] = agents;
  const endsAt = performance.now() + options.ms;
  const turn: Turn = { crowd: [], others: [] };
  const nextSlot = createPace(options.perSecond);
  let count = 0;
  const send = async () => {
    for (await nextSlot(); performance.now() < endsAt; await nextSlot()) {
      count += 1;
      const call = options.call(count);
      turn.crowd.push(await ask(siteUrl, { call, from: CROWD_ADDRESS, agent: crowdAgent }));
    }
  };
  const visit = async (index: number) => {
    for (let visit = index; performance.now() < endsAt; visit += 1) {
      const call = others[visit % others.length] ?? MISSING;
      turn.others.push(await ask(siteUrl, { call, from: anyAddress(), agent: othersAgent }));
    }
  };
  const all = [
    ...Array.from({ length: connections }, send),
    ...Array.from({ length: visitors }, (_, index) => visit(index)),
  ];
  await Promise.all(all);
  for (const agent of agents) agent.destroy();
  return turn;
}

/** Returns a function that resolves once the next call may be sent. */
function createPace(perSecond: number | undefined): () => Promise<void> {
  if (perSecond === undefined) return async () => undefined;
  let nextAt = performance.now();
  return async () => {
    const waitMs = nextAt - performance.now();
    nextAt = Math.max(nextAt, performance.now()) + 1000 / perSecond;
    if (waitMs > 0) await pause(waitMs);
  };
}

function anyAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(256)}`;
}

/** Sends a call and reads its answer. */
async function ask(
  siteUrl: string,
  { call, from, agent }: { call: CrowdCall; from: string; agent: Agent | undefined },
): Promise<Ended> {
  const startedAt = performance.now();
  const headers: OutgoingHttpHeaders = { ...call.headers, 'x-forwarded-for': from };
  if (call.body !== undefined) headers['content-type'] ??= 'application/json';
  const { promise, resolve } = Promise.withResolvers<number>();
  const sent = request(siteUrl + call.path, { method: call.method ?? 'GET', headers, agent }, (answer) => {
    answer.resume();
    answer.once('end', () => resolve(answer.statusCode ?? 0));
    answer.once('error', () => resolve(0));
  });
  sent.setTimeout(TIMEOUT_MS, () => sent.destroy());
  sent.once('error', () => resolve(0));
  sent.end(call.body);
  return { status: await promise, ms: performance.now() - startedAt };
}

function toFared(ended: Ended[], isFailed: (one: Ended) => boolean = ({ status }) => status !== 200): Fared {
  const sorted = ended.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  const statuses: Record<number, number> = {};
  for (const { status } of ended) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    count: ended.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    failed: ended.filter(isFailed).length,
    statuses,
  };
}
