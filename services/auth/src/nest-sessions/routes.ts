import { auth } from '@larksong/contracts';
import { toClientNetwork, type Register } from '@larksong/service-kit';
import type { BrowserCookies, Guesses } from '@larksong/service-kit/codes';
import type { FastifyReply } from 'fastify';

import type { Db } from '../db/tables.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Metrics } from '../metrics.ts';
import type { CardKeys } from '../nests/card-keys.ts';
import type { NestCookies } from '../nests/cookies.ts';
import { enterByCode } from './enter.ts';
import { handOverTo } from './hand-over.ts';
import { toFaces, type NestIssuer } from './issuer.ts';
import { readNestSession } from './local-sessions.ts';
import { openDoorBy } from './open-door.ts';
import type { PinHasher } from './pin-hasher.ts';
import { endNestSession, findNestSession } from './store.ts';

export interface NestSessionDeps {
  db: Db;
  keys: KeyRing;
  nestIssuer: NestIssuer;
  nestCookies: NestCookies;
  pins: PinHasher;
  cardKeys: CardKeys;
  /** Tell apart and count browsers in which short codes are typed. */
  browsers: BrowserCookies;
  guesses: Guesses;
  metrics: Pick<Metrics, 'watchPin' | 'watchOpening'>;
}

/** Registers the calls that start, continue and describe sessions of nests, and those of their doors. */
export function registerNestSessions(register: Register, deps: NestSessionDeps): void {
  const { db, nestIssuer: issuer, nestCookies: cookies } = deps;

  register(auth.handOver, async ({ body, viewer, request, reply }) => {
    const userAgent = request.headers['user-agent'];
    const started = await handOverTo({ db, issuer }, { ...body, viewer, userAgent });
    const data = await issuer.describe(started);
    keepFromCaches(reply);
    cookies.clearMembers(reply);
    cookies.set(reply);
    return { data };
  });

  register(auth.refreshNests, async ({ body, reply }) => {
    const refreshed = await issuer.refresh(body.refreshToken);
    const data = await issuer.describe({ ...refreshed, nestId: body.nestId ?? null });
    keepFromCaches(reply);
    cookies.set(reply);
    return { data };
  });

  register(auth.enterNests, async ({ body, request, reply }) => {
    keepFromCaches(reply);
    const keys = deps.cardKeys;
    const { code, leaves } = body;
    const data = await enterByCode({ ...deps, issuer, keys }, code, { request, reply, leaves });
    cookies.clearMembers(reply);
    cookies.set(reply);
    return { data };
  });

  register(auth.getNestSession, async ({ params }) => {
    const { active, memberId, nests } = await readNestSession(db, params.id);
    return { data: { active, memberId, nests: [...nests] } };
  });
  registerChecks(register, deps);
  registerDoor(register, deps);
}

/** Registers the calls by which open nests learn that they are still open. */
function registerChecks(register: Register, { nestIssuer: issuer }: NestSessionDeps): void {
  // The guard has read the session's state from the database.
  register(auth.checkNest, async ({ reply }) => {
    keepFromCaches(reply);
    return { message: 'The nest is open.' };
  });

  register(auth.checkNests, async ({ body, reply }) => {
    keepFromCaches(reply);
    return { data: { faces: toFaces(await issuer.find(body.refreshToken)) } };
  });
}

/** Registers the grown-up's door of a device: how it opens, and what auth has behind it. */
function registerDoor(register: Register, deps: NestSessionDeps): void {
  const { db } = deps;

  register(auth.openDoor, async ({ body, request, reply }) => {
    const given = { ...body, network: toClientNetwork(request.ip) };
    const doorToken = await deps.metrics.watchPin(() =>
      openDoorBy({ ...deps, issuer: deps.nestIssuer }, given),
    );
    keepFromCaches(reply);
    return { data: { doorToken } };
  });

  register(auth.listDoorNests, async ({ caller, reply }) => {
    keepFromCaches(reply);
    const session = await findNestSession(db, caller.sessionId);
    const rules = new Map(session?.nests.map(({ id, ruleId }) => [id, ruleId]));
    const nests = session ? toFaces(session) : [];
    return { data: { nests: nests.map((face) => ({ ...face, ruleId: rules.get(face.id) ?? face.id })) } };
  });

  register(auth.endHandOver, async ({ caller }) => {
    await endNestSession(db, caller.sessionId);
    return { message: 'The nests have left this device.' };
  });
}

function keepFromCaches(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
}
