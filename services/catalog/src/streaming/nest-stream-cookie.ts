import { hkdfSync } from 'node:crypto';

import {
  NEST_COOKIE,
  NEST_MARK_COOKIE,
  NEST_MARK_COOKIE_PATH,
  NEST_MARK_COOKIE_SECONDS,
  NEST_STREAM_COOKIE,
  STREAM_COOKIE_PATH,
  STREAM_COOKIE_SECONDS,
} from '@larksong/contracts';
import {
  NEST_SESSION_MAX_AGE_SECONDS,
  parseUuid,
  type NestCaller,
  type NestSessionDirectory,
} from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';

const CLAIMS = { issuer: 'larksong-catalog', audience: 'larksong-nest-stream' };
const TYPE = 'nest-stream+jwt';

export interface NestStreams {
  /** Returns the nest whose streams a browser may load; undefined without a valid cookie, or after its session. */
  find: (request: FastifyRequest) => Promise<NestCaller | undefined>;
  /** Sets the stream cookie of a nest on a response, unless the browser has a fresh one, or auth is away. */
  offer: (nest: NestCaller, answer: { request: FastifyRequest; reply: FastifyReply }) => Promise<void>;
}

/** Returns whether a nest is in the browser of a request, so that only its own cookie counts. */
export function isNestHere({ cookies }: FastifyRequest): boolean {
  return NEST_COOKIE in cookies || NEST_STREAM_COOKIE in cookies;
}

/**
 * Creates the stream cookies of nests. Their key, type and audience are theirs alone, so that no other check accepts
 * them, and this one accepts no others.
 */
export function createNestStreams(options: {
  /** That of the other stream cookies, from which their key is derived. */
  secret: string;
  secure: boolean;
  nestSessions: NestSessionDirectory;
  now?: () => number;
}): NestStreams {
  const { nestSessions, now = Date.now } = options;
  const key = new Uint8Array(hkdfSync('sha256', options.secret, '', 'nest streams', 32));
  const attributes = `HttpOnly; SameSite=Strict${options.secure ? '; Secure' : ''}`;

  return {
    async find({ cookies }) {
      const value = cookies[NEST_STREAM_COOKIE];
      const nest = value === undefined ? undefined : await read(value, key, now());
      if (!nest) return undefined;
      const state = await nestSessions.get(nest.sessionId, NEST_SESSION_MAX_AGE_SECONDS);
      if (!state) return nest;
      const present = state.active ? state.nests.find(({ id }) => id === nest.nestId) : undefined;
      return present && { ...nest, ownerId: present.ownerId, ruleId: present.ruleId };
    },
    async offer(nest, { request, reply }) {
      const mark = `${nest.sessionId}.${nest.nestId}`;
      if (request.cookies[NEST_MARK_COOKIE] === mark) return;
      const state = await nestSessions.get(nest.sessionId, NEST_SESSION_MAX_AGE_SECONDS);
      if (!state?.active || state.isStale === true) return;
      reply.header('set-cookie', [
        `${NEST_STREAM_COOKIE}=${await issue(nest, key, now())}; Path=${STREAM_COOKIE_PATH}; Max-Age=${STREAM_COOKIE_SECONDS}; ${attributes}`,
        `${NEST_MARK_COOKIE}=${mark}; Path=${NEST_MARK_COOKIE_PATH}; Max-Age=${NEST_MARK_COOKIE_SECONDS}; ${attributes}`,
      ]);
    },
  };
}

async function read(value: string, key: Uint8Array, nowMs: number): Promise<NestCaller | undefined> {
  try {
    const { payload } = await jwtVerify(value, key, {
      algorithms: ['HS256'],
      typ: TYPE,
      ...CLAIMS,
      currentDate: new Date(nowMs),
    });
    const [nestId, sessionId, ownerId, ruleId] = ['sub', 'sid', 'own', 'rule'].map((name) =>
      parseUuid(String(payload[name])),
    );
    return nestId && sessionId && ownerId && ruleId ? { nestId, sessionId, ownerId, ruleId } : undefined;
  } catch {
    return undefined;
  }
}

async function issue(
  { nestId, sessionId: sid, ownerId: own, ruleId: rule }: NestCaller,
  key: Uint8Array,
  nowMs: number,
): Promise<string> {
  const issuedAt = Math.floor(nowMs / 1000);
  return new SignJWT({ sid, own, rule })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(nestId)
    .setIssuer(CLAIMS.issuer)
    .setAudience(CLAIMS.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + STREAM_COOKIE_SECONDS)
    .sign(key);
}
