import { createHmac } from 'node:crypto';

import { toClientNetwork } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { createSecret } from '../secret-token.ts';

/** Where a request comes from. */
export interface Place {
  /** By which the client is counted: an IPv4 address or the /64 of an IPv6 address. */
  network: string;
  /** What the browser's cookie names; a new name, which no account knows, for a browser without one. */
  device: string;
}

/** A place as one account remembers it; another account's fingerprints of the same place are others. */
export interface Fingerprints {
  device: Buffer;
  network: Buffer;
}

/** By what the failures of a known device are counted. */
export function trustedDevice({ device }: Place): string {
  return `device ${device}`;
}

export interface Places {
  of(request: FastifyRequest): Place;
  /** `email` is normalized. */
  fingerprint(email: string, place: Place): Fingerprints;
  /** Lets the browser keep its name. Called after a success alone: a refusal looks the same for everybody. */
  setCookie(reply: FastifyReply, place: Place): void;
}

const COOKIE = 'larksong_device';
const COOKIE_VALUE = new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w-]{43})\\s*(?:;|$)`);
/** Nothing else needs it; browsers send it to no other service. */
const COOKIE_PATH = '/api/auth';

/** `key` is made from AUTH_SECRET. `lifetimeDays` is that of the cookie; browsers keep none for longer than 400 days. */
export function createPlaces(options: { key: Buffer; isSecure: boolean; lifetimeDays: number }): Places {
  const maxAge = options.lifetimeDays * 24 * 3600;
  const attributes = `Path=${COOKIE_PATH}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${options.isSecure ? '; Secure' : ''}`;
  const fingerprint = (...parts: string[]) =>
    createHmac('sha256', options.key).update(parts.join('\n')).digest().subarray(0, 16);
  return {
    of: (request) => ({
      network: toClientNetwork(request.ip),
      device: COOKIE_VALUE.exec(request.headers.cookie ?? '')?.[1] ?? createSecret(),
    }),
    fingerprint: (email, place) => ({
      device: fingerprint('device', email, place.device),
      network: fingerprint('network', email, place.network),
    }),
    setCookie(reply, place) {
      reply.header('set-cookie', `${COOKIE}=${place.device}; ${attributes}`);
    },
  };
}
