import { status } from '@larksong/contracts';
import { createInternalClient } from '@larksong/service-kit';
import {
  gatherFacts,
  isLoopback,
  probePublicAddress,
  toSources,
  type SiteFacts,
} from '@larksong/service-kit/status';

import type { DoctorConfig } from './config.ts';
import { describeHere, SERVICES, type Service } from './describe-here.ts';

/** An answer of a service that was not asked, which is no finding. */
const NOT_ASKED = { auth: 'ok', catalog: 'ok', game: 'ok', gateway: 'ok' } as const;

/**
 * Returns what the services say. For those that do not answer, their servers are tried from here, with their settings;
 * if the site is not running, for all.
 */
export async function readFacts(
  config: DoctorConfig,
  { isRunning }: { isRunning: boolean },
): Promise<SiteFacts> {
  const asked = isRunning ? await askServices(config) : undefined;
  const facts: SiteFacts = asked ?? {
    now: new Date(),
    answers: NOT_ASKED,
    auth: null,
    catalog: null,
    game: null,
    gateway: null,
  };
  const silent = SERVICES.filter((name) => facts[name] === null);
  const [found, gateway] = await Promise.all([
    Promise.all(silent.map((name) => describeHere(name, config, { isReading: !isRunning }))),
    facts.gateway ?? describeAddress(config),
  ]);
  for (const [index, process] of found.entries()) {
    if (!isRunning && process.database) process.database.pendingMigrations = []; // made by the next start
    Object.assign(facts, { [silent[index] ?? '']: { process, figures: null } });
  }
  return { ...facts, gateway };
}

async function askServices(config: DoctorConfig): Promise<SiteFacts> {
  const { INTERNAL_TOKEN: internalToken = '' } = config;
  const call = (name: Service | 'gateway') => {
    const baseUrl = config[`${name.toUpperCase() as Uppercase<typeof name>}_URL`]; // widened by toUpperCase
    if (baseUrl === undefined) return () => Promise.reject(new Error(`the address of ${name} is unknown`));
    return createInternalClient({ baseUrl, internalToken });
  };
  const callGateway = call('gateway');
  return gatherFacts({
    ...toSources({ auth: call('auth'), catalog: call('catalog'), game: call('game') }),
    gateway: async () => (await callGateway(status.getGatewayStatus, {})).data,
  });
}

/** Returns the certificate of an https address in place of the gateway; everything else is taken to be sound. */
async function describeAddress(config: DoctorConfig): Promise<status.GatewayStatus | null> {
  const publicUrl = config.PUBLIC_URL ?? '';
  if (!publicUrl.startsWith('https:') || isLoopback(new URL(publicUrl).hostname)) return null;
  const { certificate } = await probePublicAddress(publicUrl);
  return {
    process: await describeHere('gateway', config, { isReading: true }),
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
