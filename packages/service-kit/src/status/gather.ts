import { ApiError, status, type Call } from '@larksong/contracts';

import { TooLateError, within } from '../within.ts';
import { findFindings } from './findings/find.ts';
import type { SiteFacts } from './findings/facts.ts';

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
export function toSources(calls: Record<'auth' | 'catalog' | 'game', Call>): Omit<Sources, 'gateway'> {
  const options = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    auth: async () => (await calls.auth(status.getAuthStatus, {}, options())).data,
    catalog: async () => (await calls.catalog(status.getCatalogStatus, {}, options())).data,
    game: async () => (await calls.game(status.getGameStatus, {}, options())).data,
  };
}

/** Returns the state of the site; a service that does not answer within 3.5 s is one of its findings. */
export async function gatherStatus(sources: Sources): Promise<status.SiteStatus> {
  const facts = await gatherFacts(sources);
  const { now, ...parts } = facts;
  return { at: now.toISOString(), ...parts, findings: findFindings(facts) };
}

/** Returns what the sources know of the site, for rules; waits 3.5 s at most. */
export async function gatherFacts(sources: Sources): Promise<SiteFacts> {
  const [auth, catalog, game, gateway] = await Promise.all([
    ask(sources.auth),
    ask(sources.catalog),
    ask(sources.game),
    ask(sources.gateway),
  ]);
  return {
    now: new Date(),
    answers: { auth: auth.answer, catalog: catalog.answer, game: game.answer, gateway: gateway.answer },
    auth: auth.data,
    catalog: catalog.data,
    game: game.data,
    gateway: gateway.data,
  };
}

async function ask<T>(read: () => Promise<T>): Promise<{ answer: status.Answer; data: T | null }> {
  try {
    return { answer: 'ok', data: await within(TIMEOUT_MS, read()) };
  } catch (error) {
    return { answer: isLate(error) ? 'silent' : 'away', data: null };
  }
}

function isLate(error: unknown): boolean {
  if (error instanceof TooLateError) return true;
  if (error instanceof ApiError) return error.status === 504;
  return error instanceof DOMException && error.name === 'TimeoutError';
}
