import {
  GUEST_COOKIE,
  NEST_COOKIE,
  NEST_STREAM_COOKIE,
  STREAM_COOKIE,
  type Endpoint,
} from '@larksong/contracts';
import { AppError, type NestAuthentication, type NestCaller } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';

import { isBelow } from '../proxy/upstreams.ts';
import type { NestGames } from './nest-games.ts';

/** `call`: one that nests do not make; `session`: without a valid session of the nest; `stream`: likewise. */
const KINDS = ['call', 'session', 'stream'] as const;
export type RecordNestRefusal = (kind: (typeof KINDS)[number]) => void;

/** Returns the function that counts what was refused to browsers in which a nest is. */
export function createRecordNestRefusal(registry: Registry): RecordNestRefusal {
  const refusals = new Counter({
    name: 'gateway_nest_refusals_total',
    help: 'Requests refused to browsers in which a nest is',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of KINDS) refusals.inc({ kind }, 0);
  return (kind) => refusals.inc({ kind });
}

export interface NestGuard {
  /** Notes whether a nest is in the browser of a request, and then removes what identifies anybody else. */
  mark: (request: FastifyRequest, path: string) => void;
  /**
   * Admits a call from such a browser if it is one that nests make, and has the token that it needs. Throws
   * UNAUTHENTICATED for all others, also unknown ones: whatever a visitor or a member would get is never an answer. Throws
   * FORBIDDEN for the game in a nest that is without it, and UNAVAILABLE if either cannot be checked.
   */
  admit: (request: FastifyRequest, call: Endpoint | undefined) => Promise<void>;
}

/** Creates the checks of browsers in which a nest is, whichever pages and services they ask. */
export function createNestGuard(deps: {
  nestAuthentication: NestAuthentication;
  nestGames: NestGames;
  recordRefusal: RecordNestRefusal;
}): NestGuard {
  const { nestAuthentication, nestGames, recordRefusal } = deps;
  return {
    mark(request, path) {
      request.isNest = hasNest(request.headers.cookie);
      if (!request.isNest) return;
      removeCookiesOfOthers(request);
      if (!isBelow(path, '/api')) delete request.headers.authorization;
    },
    async admit(request, call) {
      if (call?.inNest === 'open') {
        delete request.headers.authorization;
        return;
      }
      if (call === undefined || call.inNest === 'refused') {
        recordRefusal('call');
        throw new AppError('UNAUTHENTICATED');
      }
      try {
        if (call.access === 'door') request.door = await nestAuthentication.authenticate(request, 'door');
        else request.nest = await nestAuthentication.authenticate(request, 'nest');
      } catch (error) {
        recordRefusal('session');
        throw error;
      }
      if (call.inNest === 'game' && !(await mayPlay(request.nest, nestGames))) {
        recordRefusal('call');
        throw new AppError('FORBIDDEN');
      }
    },
  };
}

async function mayPlay(nest: NestCaller | null, games: NestGames): Promise<boolean> {
  return nest !== null && (await games.allows(nest));
}

/** Returns whether a Cookie header has one of the cookies of nests, by its exact name and with whatever value. */
export function hasNest(cookies: string | undefined): boolean {
  return listCookies(cookies).some(({ name }) => name === NEST_COOKIE || name === NEST_STREAM_COOKIE);
}

/** Returns the cookies of a header in order. A part without an equals sign is a name. */
function listCookies(cookies = ''): { name: string; cookie: string }[] {
  return cookies.split(';').map((part) => {
    const cookie = part.trim();
    return { name: cookie.split('=')[0]?.trim() ?? '', cookie };
  });
}

/** Cookies of accounts' streams and of guests, which no upstream is to see. */
function removeCookiesOfOthers({ headers }: FastifyRequest): void {
  headers.cookie = listCookies(headers.cookie)
    .filter(({ name }) => !name.startsWith(STREAM_COOKIE) && !name.startsWith(GUEST_COOKIE))
    .map(({ cookie }) => cookie)
    .join('; ');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a nest is in the browser, with a valid session or without one. */
    isNest: boolean;
  }
}
