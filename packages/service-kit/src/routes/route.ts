import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';

import {
  hasBody,
  isForNest,
  successEnvelope,
  type Access,
  type Data,
  type Endpoint,
  type NestAccess,
  type Received,
  type StaffAccess,
} from '@larksong/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';

import { recordAs, toActor, type RecordChange } from '../audit/record-change.ts';
import { bearerOf, type Authentication, type Viewer } from '../access/authentication.ts';
import {
  isNestToken,
  type DoorCaller,
  type NestAuthentication,
  type NestCaller,
} from '../access/nest-authentication.ts';
import { AppError } from '../base/errors.ts';

/** The caller by access: present for `member` and staff, possibly null for `viewer`, otherwise null. */
type ViewerFor<A extends Access> = A extends 'member' | StaffAccess
  ? Viewer
  : A extends 'viewer'
    ? Viewer | null
    : null;

/** The nest or the door that makes the call, where only those may. */
type CallerFor<A extends Access> = A extends 'nest' ? NestCaller : A extends 'door' ? DoorCaller : null;

/** Records changes by the caller; present where there always is one. */
type RecordFor<A extends Access> = A extends 'member' | StaffAccess ? RecordChange : null;

/** The argument of a handler, validated by the endpoint's schemas: defaults are filled in, ids are in lower case. */
export interface Context<E extends Endpoint> {
  params: Static<E['params']>;
  query: Received<E['query']>;
  body: Received<E['body']>;
  viewer: ViewerFor<E['access']>;
  caller: CallerFor<E['access']>;
  /** Records a change in the audit log, as the caller's. Every successful call that changes something needs it once. */
  record: RecordFor<E['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface FileToSend {
  /** In ASCII. */
  name: string;
  bytes: Readable | Buffer;
  /** `no-store` by default. */
  cacheControl?: string;
}

interface Success<E extends Endpoint> {
  message?: string;
  data?: Data<E>;
  /** The response of an endpoint with a `file`. */
  file?: FileToSend;
}

interface Guards {
  /** Required for endpoints with access `viewer`, `member` or one for staff. */
  authentication?: Authentication;
  /** Required for endpoints that a nest or a door may call. */
  nestAuthentication?: NestAuthentication;
  /** Required for endpoints with access `internal`. */
  internalToken?: string;
}

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Success<E>>;

interface RouteOptions {
  /** Changes the body in place before validation, for example to trim it. */
  prepareBody?: (body: unknown) => void;
}

export type Register = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: RouteOptions) => void;

/**
 * Returns the function that registers endpoints of the contracts on a server. Access is checked before the first byte of
 * the body is read, and again after a body that took its time: whoever loses a right must not have requests in store.
 */
export function createRegister(app: FastifyInstance, guards: Guards): Register {
  return (endpoint, handler, options = {}) => {
    const authorize = createGuard(endpoint, guards);
    const { prepareBody } = options;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        params: endpoint.params,
        querystring: endpoint.query,
        ...(hasBody(endpoint) && endpoint.encoding === 'json' ? { body: endpoint.body } : {}),
        ...(endpoint.file ? {} : { response: { [endpoint.status]: envelopeOf(endpoint) } }),
      },
      onRequest: async (request, reply) => {
        Object.assign(request, await authorize(request, reply));
        request.confirmCaller = createConfirmation(request, endpoint.access, guards);
      },
      ...(prepareBody ? { preValidation: async (request) => prepareBody(request.body) } : {}),
      preHandler: async (request) => request.confirmCaller?.(),
      handler: async (request, reply) => {
        const { file, ...success } = await handler({
          params: request.params as never, // checked by the schemas above
          query: request.query as never,
          body: request.body as never,
          viewer: request.viewer as never, // set by the guard of this access
          caller: (isForNest(endpoint.access) ? request[endpoint.access] : null) as never, // as the viewer
          record: (request.viewer && recordAs(toActor(request.viewer, request))) as never, // as for the viewer
          request,
          reply,
        });
        if (endpoint.file && file) return sendAttachment(reply, { ...file, type: endpoint.file });
        return reply.status(endpoint.status).send({ success: true, ...success });
      },
    });
  };
}

const envelopes = new WeakMap<Endpoint, ReturnType<typeof successEnvelope>>();

/** Returns the one envelope of a call's response, by which servers of a process share what they compile. */
function envelopeOf(endpoint: Endpoint): ReturnType<typeof successEnvelope> {
  const envelope = envelopes.get(endpoint) ?? successEnvelope(endpoint);
  envelopes.set(endpoint, envelope);
  return envelope;
}

/** Sends a file to save. */
function sendAttachment(reply: FastifyReply, file: FileToSend & { type: string }) {
  return reply
    .headers({
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': file.cacheControl ?? 'no-store',
    })
    .type(file.type)
    .send(file.bytes);
}

/** A check of access is good for this long while a body arrives. */
const CHECKED_MS = 200;

/** Returns a function that checks a caller's access again if the last check is no longer good; null without a caller. */
function createConfirmation(
  request: FastifyRequest,
  access: Access,
  { authentication, nestAuthentication }: Guards,
): (() => Promise<void>) | null {
  const { viewer, nest, door } = request;
  if (!viewer && !nest && !door) return null;
  let checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < CHECKED_MS) return;
    if (request.viewer) request.viewer = (await authentication?.confirm(request.viewer, access)) ?? null;
    if (nest) request.nest = (await nestAuthentication?.authenticate(request, 'nest')) ?? null;
    if (door) request.door = (await nestAuthentication?.authenticate(request, 'door')) ?? null;
    checkedAt = performance.now();
  };
}

/** What a guard finds out: a request has at most one of them. */
type Callers = Partial<Pick<FastifyRequest, 'viewer' | 'nest' | 'door'>>;
type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<Callers>;

function createGuard(endpoint: Endpoint, guards: Guards): Guard {
  const { access } = endpoint;
  if (access === 'anyone') return async () => ({});
  if (access === 'internal') return internalGuard(guards.internalToken);
  if (isForNest(access)) return nestGuard(endpoint, access, guards);
  const { authentication } = guards;
  if (!authentication) throw new Error(`${endpoint.operationId} needs authentication`);
  const ofMember: Guard = async (request, reply) => ({
    viewer: await authentication.authenticate(request, reply, access),
  });
  if (endpoint.inNest === 'refused' || endpoint.inNest === 'open') return ofMember;
  const ofNest = nestGuard(endpoint, 'nest', guards);
  return (request, reply) => {
    const token = bearerOf(request);
    return token !== null && isNestToken(token) ? ofNest(request, reply) : ofMember(request, reply);
  };
}

function nestGuard(endpoint: Endpoint, access: NestAccess, { nestAuthentication }: Guards): Guard {
  if (!nestAuthentication) throw new Error(`${endpoint.operationId} needs the authentication of nests`);
  return async (request) => ({ [access]: await nestAuthentication.authenticate(request, access) });
}

function internalGuard(token: string | undefined): Guard {
  if (!token) throw new Error('internal endpoints need a token');
  const expected = Buffer.from(token);
  return async (request) => {
    const given = Buffer.from(String(request.headers['x-internal-token'] ?? ''));
    // The same response as for an unknown path, so that it does not reveal these routes.
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new AppError('NOT_FOUND');
    return {};
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
    /** A nest is never a viewer: what is made for viewers does not see it. */
    nest: NestCaller | null;
    door: DoorCaller | null;
    /** Checks the caller's access again if a body took long to arrive. Throws as the first check does. */
    confirmCaller: (() => Promise<void>) | null;
  }
}
