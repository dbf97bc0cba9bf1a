import { status } from '@larksong/contracts';
import {
  gatherFacts,
  listLate,
  probePublicAddress,
  readLoad,
  toSources,
  type SiteFacts,
} from '@larksong/health';
import { createInternalClient } from '@larksong/service-kit';
import { isLoopback } from '@larksong/service-kit/status';

import type { DoctorConfig } from './config.ts';
import { describeHere, SERVICES, type Service } from './describe-here.ts';

/** An answer of a service that was not asked, which is no finding. */
const NOT_ASKED = { auth: 'ok', catalog: 'ok', game: 'ok', gateway: 'ok' } as const;

/** Time limits for the answer of a service, and of one of its servers that is probed from here. */
const QUICK = { service: 3500, server: 2000 };
const SLOW = { service: 15_000, server: 10_000 };
type Patience = typeof QUICK;

/** Returns the known facts about a site. If anything does not answer in time, asks once more with a longer limit. */
export async function readFacts(
  config: DoctorConfig,
  { isRunning }: { isRunning: boolean },
): Promise<SiteFacts> {
  const facts = await tryFacts(config, { isRunning, patience: QUICK });
  return listLate(facts).length === 0 ? facts : tryFacts(config, { isRunning, patience: SLOW });
}

/**
 * Returns the reports of the services. The servers of those that do not answer, or of all if the site is not running,
 * are probed from here with the services' settings.
 */
async function tryFacts(
  config: DoctorConfig,
  { isRunning, patience }: { isRunning: boolean; patience: Patience },
): Promise<SiteFacts> {
  const asked = isRunning ? await askServices(config, patience) : undefined;
  const facts: SiteFacts = asked ?? {
    now: new Date(),
    load: readLoad(),
    answers: NOT_ASKED,
    auth: null,
    catalog: null,
    game: null,
    gateway: null,
  };
  const silent = SERVICES.filter((name) => facts[name] === null);
  const [found, gateway] = await Promise.all([
    Promise.all(
      silent.map((name) => describeHere(name, config, { isReading: !isRunning, timeoutMs: patience.server })),
    ),
    facts.gateway ?? describeAddress(config, patience),
  ]);
  for (const [index, process] of found.entries()) {
    if (!isRunning && process.database) process.database.pendingMigrations = []; // made by the next start
    Object.assign(facts, { [silent[index] ?? '']: { process, figures: null } });
  }
  return { ...facts, gateway };
}

async function askServices(config: DoctorConfig, patience: Patience): Promise<SiteFacts> {
  const { INTERNAL_TOKEN: internalToken = '' } = config;
  const call = (name: Service | 'gateway') => {
    const baseUrl = config[`${name.toUpperCase() as Uppercase<typeof name>}_URL`]; // widened by toUpperCase
    if (baseUrl === undefined) return () => Promise.reject(new Error(`the address of ${name} is unknown`));
    return createInternalClient({ baseUrl, internalToken });
  };
  const callGateway = call('gateway');
  const calls = { auth: call('auth'), catalog: call('catalog'), game: call('game') };
  const gateway = async () => (await callGateway(status.getGatewayStatus, {})).data;
  return gatherFacts({ ...toSources(calls, patience.service), gateway }, patience.service);
}

/** Returns the certificate of an https address, as the gateway would; everything else is assumed to be sound. */
async function describeAddress(
  config: DoctorConfig,
  patience: Patience,
): Promise<status.GatewayStatus | null> {
  const publicUrl = config.PUBLIC_URL ?? '';
  if (!publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)) return null;
  const { certificate } = await probePublicAddress(publicUrl);
  return {
    process: await describeHere('gateway', config, { isReading: true, timeoutMs: patience.server }),
    figures: {
      publicUrl,
      trustedProxies: 'unknown',
      streamDelivery: 'gateway',
      seen: status.NO_REQUESTS,
      address: { state: 'ok', problem: null, certificate },
      recentStarts: { auth: 0, catalog: 0, game: 0 },
    },
  };
}
