import { openAsBlob } from 'node:fs';

import { auth } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeClip } from '../support/clips.ts';
import { findInternalFailures } from '../support/log-lines.ts';
import { createRandom, readCount, readSeed, type Random } from '../support/random.ts';
import { startSite } from '../support/start-site.ts';
import { findFault, isHonestlyBusy, type Answer } from './answer-check.ts';
import { generateCall, type GeneratedCall } from './call-generator.ts';
import { createFixtures, type Fixtures } from './fixtures.ts';
import { readOperations, type Operation } from './operations.ts';
import { createSender, type RawCall } from './send-call.ts';

const COUNT = readCount('GENERATED_CALLS', 480);
const SEED = readSeed();
const AT_ONCE = 8;
const RESET_EVERY = 40 * AT_ONCE;

let site: Stack;
let fixtures: Fixtures;
let operations: Operation[];

beforeAll(async () => {
  const throttles = {
    SIGN_IN_FREE_FAILURES: '1000000',
    SIGN_IN_FAILURES_PER_ADDRESS: '1000000',
    MAILS_PER_ACCOUNT: '1000000',
    MAILS_PER_ADDRESS: '1000000',
  };
  site = await startSite({
    workers: 1,
    env: { auth: throttles, all: { RATE_LIMIT_PER_MINUTE: '10000000' } },
  });
  const clip = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  fixtures = await createFixtures(site, clip);
  operations = await readOperations();
});
afterAll(() => site?.stop());

interface Outcome {
  call: GeneratedCall;
  answer: Answer | undefined;
  fault: string | undefined;
}

const describeCall = ({ operation, role, path, headers, body }: GeneratedCall) =>
  `${role}: ${operation.operationId}: ${operation.method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${body?.toString().slice(0, 300) ?? ''}`;

async function make(call: GeneratedCall, send: (raw: RawCall) => Promise<Answer>): Promise<Outcome> {
  const token = fixtures.tokenOf(call.role);
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { path, body, operation } = call;
  const headers = { ...authorization, ...call.headers };
  try {
    const answer = await send({ method: operation.method, path, headers, body });
    return { call, answer, fault: findFault(call, answer) };
  } catch (error) {
    return { call, answer: undefined, fault: `is missing: ${String(error)}` };
  }
}

/** Returns whether a call may have made the site read-only. */
const isAnnouncement = ({ call, answer }: Outcome): boolean =>
  call.operation.operationId === auth.putAnnouncement.operationId && (answer?.status ?? 500) < 300;

/**
 * Returns whether an account was rejected despite a valid token, because a call ended its session or changed its role.
 */
function isAccountLost(outcomes: Outcome[]): boolean {
  return outcomes.some(
    ({ call: { role, headers }, answer }) =>
      (role === 'member' || role === 'superadmin') &&
      headers['authorization'] === undefined &&
      (answer?.status === 401 || (role === 'superadmin' && answer?.status === 403)),
  );
}

/** Returns a function that returns each operation once, in any order, and then each of them again. */
function createDealer(random: Random, all: readonly Operation[]): () => Operation {
  const rest: Operation[] = [];
  return () => {
    if (rest.length === 0) rest.push(...all);
    const next = random.pick(rest);
    rest.splice(rest.indexOf(next), 1);
    return next;
  };
}

function printFigures(outcomes: Outcome[]): void {
  const tally = Map.groupBy(outcomes, ({ answer }) => answer?.status ?? 0);
  const statuses = [...tally]
    .toSorted(([a], [b]) => a - b)
    .map(([status, those]) => `${status}: ${those.length}`);
  const busy = outcomes.filter(({ answer }) => answer && isHonestlyBusy(answer)).length;
  console.log(`${outcomes.length} generated calls, SEED=${SEED}: ${statuses.join(', ')}; busy ${busy}`);
}

/** Calls of the page for the first start, which is closed on a site in use: none of them can succeed. */
const CLOSED = new Set(
  [auth.openSetup, auth.trySetupMail, auth.finishSetup].map(({ operationId }) => operationId),
);

describe('valid and invalid calls generated from the OpenAPI description', () => {
  it(
    `all ${COUNT} generated calls are answered as the OpenAPI description specifies`,
    { timeout: 30 * 60_000 },
    async () => {
      const random = createRandom(SEED);
      const deal = createDealer(random, operations);
      const sender = createSender(site.url);
      const outcomes: Outcome[] = [];
      while (outcomes.length < COUNT) {
        const calls = Array.from({ length: AT_ONCE }, () => generateCall(random, deal(), fixtures.known));
        const made = await Promise.all(calls.map((call) => make(call, sender.send)));
        outcomes.push(...made);
        if (made.some(isAnnouncement)) await fixtures.allowChanges();
        if (isAccountLost(made)) await fixtures.replaceAccounts();
        if (outcomes.length % RESET_EVERY === 0) await fixtures.resetContent();
      }
      sender.close();
      printFigures(outcomes);
      const faults = outcomes.flatMap(({ call, answer, fault }) =>
        fault === undefined ? [] : [`${answer?.status} ${fault} <- ${describeCall(call)}`],
      );
      expect(faults, `with SEED=${SEED}`).toEqual([]);
      expect(outcomes.filter(({ answer }) => answer?.status === 503).length).toBeLessThan(COUNT / 20);
      const reached = new Set(
        outcomes
          .filter(({ answer }) => (answer?.status ?? 500) < 300)
          .map(({ call }) => call.operation.operationId),
      );
      const open = operations.filter(({ operationId }) => !CLOSED.has(operationId));
      const never = open.filter(({ operationId }) => !reached.has(operationId));
      console.log(`never with success: ${never.map(({ operationId }) => operationId).join(', ')}`);
      // The fixtures lack mail links, failed and waiting videos and a sound; in few calls, others fail by chance.
      expect(never.length).toBeLessThan(open.length / (isLongRun ? 3 : 2));
      for (const name of ['auth', 'catalog', 'game', 'gateway'])
        expect(site.services[name]?.restarts, `${name} has restarted`).toBe(0);
      expect(findInternalFailures(site)).toEqual([]);
    },
  );
});
