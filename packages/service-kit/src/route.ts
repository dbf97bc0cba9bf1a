import { timingSafeEqual } from 'node:crypto';

import { hasBody, successEnvelope, type Data, type Endpoint } from '@larksong/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';

import type { Authentication, Viewer } from './authentication.ts';
import { AppError } from './errors.ts';

/** What a handler is given; parts are already checked against the endpoint's schemas. */
export interface Context<E extends Endpoint> {
  params: Static<E['params']>;
  query: Static<E['query']>;
  body: Static<E['body']>;
  /** Whoever calls, or null: never null where the endpoint's access is `member` or `superadmin`. */
  viewer: Viewer | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Success<E extends Endpoint> {
  message?: string;
  data?: Data<E>;
}

export interface Guards {
  /** Needed for endpoints with access `viewer`, `member` or `superadmin`. */
  authentication?: Authentication;
  /** Needed for endpoints with access `internal`. */
  internalToken?: string;
}

export type Register = <E extends Endpoint>(
  endpoint: E,
  handler: (context: Context<E>) => Promise<Success<E>>,
) => void;

/**
 * Gives the function that registers endpoints of the contracts on a server.
 * Access is decided before the first byte of the body is read.
 */
export function createRegister(app: FastifyInstance, guards: Guards): Register {
  return (endpoint, handler) => {
    const authorize = createGuard(endpoint, guards);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        params: endpoint.params,
        querystring: endpoint.query,
        ...(hasBody(endpoint) && endpoint.encoding === 'json' ? { body: endpoint.body } : {}),
        response: { [endpoint.status]: successEnvelope(endpoint) },
      },
      onRequest: async (request, reply) => {
        request.viewer = await authorize(request, reply);
      },
      handler: async (request, reply) => {
        const success = await handler({
          params: request.params as never, // checked by the schemas above
          query: request.query as never,
          body: request.body as never,
          viewer: request.viewer,
          request,
          reply,
        });
        return reply.status(endpoint.status).send({ success: true, ...success });
      },
    });
  };
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>;

function createGuard(endpoint: Endpoint, guards: Guards): Guard {
  if (endpoint.access === 'anyone') return async () => null;
  if (endpoint.access === 'internal') return internalGuard(guards.internalToken);
  const { authentication } = guards;
  if (!authentication) throw new Error(`${endpoint.operationId} needs authentication`);
  const { access } = endpoint;
  return (request, reply) => authentication.authenticate(request, reply, access);
}

function internalGuard(token: string | undefined): Guard {
  if (!token) throw new Error('internal endpoints need a token');
  const expected = Buffer.from(token);
  return async (request) => {
    const given = Buffer.from(String(request.headers['x-internal-token'] ?? ''));
    // Answers as if there were nothing, so that the outside learns nothing of these routes.
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new AppError('NOT_FOUND');
    return null;
  };
}

/** The caller of an endpoint whose access guarantees one. */
export function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError('UNAUTHENTICATED');
  return viewer;
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
}
