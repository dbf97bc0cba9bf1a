import { createHmac } from 'node:crypto';

import { toClientNetwork } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { createSecret } from '../secret-token.ts';

/** The origin of a request. */
export interface Place {
  /** The client's network: an IPv4 address or the /64 of an IPv6 address. */
  network: string;
  /** The device id in the browser's cookie; a new id, unknown to every account, if there is no cookie. */
  device: string;
}

/** A place as stored for one account; other accounts have other fingerprints of the same place. */
export interface Fingerprints {
  device: Buffer;
  network: Buffer;
}

/** Returns the key by which failures of a known device are counted. */
export function trustedDevice({ device }: Place): string {
  return `device ${device}`;
}

export interface Places {
  of(request: FastifyRequest): Place;
  /** Returns the fingerprints of a place for a normalized email. */
  fingerprint(email: string, place: Place): Fingerprints;
  /** Sets the device cookie. Called only after a success, so that all rejections look the same. */
  setCookie(reply: FastifyReply, place: Place): void;
}

const COOKIE = 'larksong_device';
const COOKIE_VALUE = new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w-]{43})\\s*(?:;|$)`);
/** Browsers send the cookie to auth only. */
const COOKIE_PATH = '/api/auth';

/** Returns the places of requests. `key` is derived from AUTH_SECRET, `lifetimeDays` is the cookie's (at most 400). */
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
