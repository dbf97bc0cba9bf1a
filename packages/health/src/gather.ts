import { availableParallelism, cpus, loadavg } from 'node:os';

import { ApiError, status, type Call } from '@larksong/contracts';
import { TooLateError, within } from '@larksong/service-kit';

import { findFindings } from './findings/find.ts';
import type { MachineLoad, SiteFacts } from './findings/facts.ts';

/** Longer than the limits of a service's own probes. */
const TIMEOUT_MS = 3500;

/** The ways to ask each part of the site; without one, its part is unknown. */
export interface Sources {
  auth: () => Promise<status.AuthStatus>;
  catalog: () => Promise<status.CatalogStatus>;
  game: () => Promise<status.GameStatus>;
  gateway: () => Promise<status.GatewayStatus>;
}

/** Returns sources that ask the services by their internal call. */
export function toSources(
  calls: Record<'auth' | 'catalog' | 'game', Call>,
  timeoutMs = TIMEOUT_MS,
): Omit<Sources, 'gateway'> {
  const options = () => ({ signal: AbortSignal.timeout(timeoutMs) });
  return {
    auth: async () => (await calls.auth(status.getAuthStatus, {}, options())).data,
    catalog: async () => (await calls.catalog(status.getCatalogStatus, {}, options())).data,
    game: async () => (await calls.game(status.getGameStatus, {}, options())).data,
  };
}

/** Returns the state of the site; a service that does not answer within 3.5 s is one of its findings. */
export async function gatherStatus(sources: Sources): Promise<status.SiteStatus> {
  const facts = await gatherFacts(sources);
  const { now, load: _, ...parts } = facts;
  return { at: now.toISOString(), ...parts, findings: findFindings(facts) };
}

/** Collects the facts about the site from its sources for the rules; waits at most 3.5 s by default. */
export async function gatherFacts(sources: Sources, timeoutMs = TIMEOUT_MS): Promise<SiteFacts> {
  const [auth, catalog, game, gateway] = await Promise.all([
    ask(sources.auth, timeoutMs),
    ask(sources.catalog, timeoutMs),
    ask(sources.game, timeoutMs),
    ask(sources.gateway, timeoutMs),
  ]);
  return {
    now: new Date(),
    load: readLoad(),
    answers: { auth: auth.answer, catalog: catalog.answer, game: game.answer, gateway: gateway.answer },
    auth: auth.data,
    catalog: catalog.data,
    game: game.data,
    gateway: gateway.data,
  };
}

/** Returns the load of this machine. In a container, it is that of the whole machine. */
export function readLoad(): MachineLoad {
  return { average: loadavg()[0] ?? 0, processors: cpus().length || availableParallelism() };
}

async function ask<T>(
  read: () => Promise<T>,
  timeoutMs: number,
): Promise<{ answer: status.Answer; data: T | null }> {
  try {
    return { answer: 'ok', data: await within(timeoutMs, read()) };
  } catch (error) {
    return { answer: isLate(error) ? 'silent' : 'away', data: null };
  }
}

function isLate(error: unknown): boolean {
  if (error instanceof TooLateError) return true;
  if (error instanceof ApiError) return error.status === 504;
  return error instanceof DOMException && error.name === 'TimeoutError';
}
