import { randomUUID } from 'node:crypto';
import { setImmediate as nextRound } from 'node:timers/promises';

import { type Failure } from '@larksong/contracts';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Histogram, Registry } from 'prom-client';

import { AppError, toAppError } from '../base/errors.ts';
import { DEFAULT_LINES_PER_MINUTE } from '../limits/line-budget.ts';
import type { Logger } from '../base/logger.ts';
import { limitLines, logAnswer, logFailure } from './request-log.ts';
import { siteVersion } from '../base/site-version.ts';
import { addProcessMetrics } from '../metrics/index.ts';
import { traceRequests } from '../tracing/index.ts';
import { endUnreadable, lingerOnUnreadBodies } from './unread-body.ts';
import {
  createSerializerCompiler,
  createValidatorCompiler,
  fromValidation,
  isValidation,
} from './validation.ts';
import { STARTED_AT } from '../base/started-at.ts';
import { within } from '../limits/within.ts';

interface ServerOptions {
  name: string;
  logger: Logger;
  /** `off`: only failures of the server are logged. */
  accessLog?: 'on' | 'off';
  /** Maximum number of log lines per minute about the requests of one client network. */
  linesPerMinute?: number;
  /** The checks of `/readyz` by name; each rejects if the service cannot work. */
  checks?: Record<string, () => Promise<unknown>>;
  metrics?: Registry;
  /** Returns the route of a request in metrics and logs, if it is not Fastify's. Must have few values. */
  routeOf?: (request: FastifyRequest) => string;
  /** Addresses whose forwarding headers are trusted; services behind the gateway trust private ones. */
  trustProxy?: string | string[] | boolean;
  /** Whether requests come from other services, whose traces they continue. */
  isInternal?: boolean;
  /** Maximum size of a JSON body. */
  bodyLimitBytes?: number;
  /** Maximum size of a request's line and headers; by default, what the gateway accepts and adds. */
  maxHeaderBytes?: number;
  /** Timeout for a whole request; 0 for services that accept uploads and detect stalls themselves. */
  requestTimeoutMs?: number;
}

const REQUEST_ID = /^[\w-]{1,100}$/;

/**
 * Returns a Fastify server with the common parts of all services: request ids, the envelope, health, readiness, metrics,
 * logs, unread bodies.
 */
export function buildServer(options: ServerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = options.logger; // keeps the instance's type free of pino's
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    trustProxy: options.trustProxy ?? ['loopback', 'linklocal', 'uniquelocal'],
    bodyLimit: options.bodyLimitBytes ?? 1024 * 1024,
    requestTimeout: options.requestTimeoutMs ?? 30_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false, // requests that arrive while the server closes are still served, then their connection ends
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: options.maxHeaderBytes ?? 24 * 1024,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
    clientErrorHandler: (_error, socket) => endUnreadable(socket, malformedResponse),
  });
  app.setValidatorCompiler(createValidatorCompiler());
  app.setSerializerCompiler(createSerializerCompiler());
  app.setErrorHandler<FastifyError>((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendFailure(new AppError('NOT_FOUND'), request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  acceptBeforeClosing(app);
  lingerOnUnreadBodies(app);
  for (const name of ['viewer', 'nest', 'door', 'confirmCaller']) app.decorateRequest(name, null);
  traceRequests(app, { routeOf: options.routeOf ?? fastifyRoute, trustsParent: options.isInternal ?? true });
  limitLines(app, options.linesPerMinute ?? DEFAULT_LINES_PER_MINUTE);
  observe(app, options);
  addHealth(app, options);
  return app;
}

/** Returns the response to bytes that are not HTTP, with its head. */
function malformedResponse(): string {
  const id = randomUUID();
  const body = JSON.stringify(toFailure(new AppError('MALFORMED_REQUEST'), id));
  return `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nx-request-id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}

/** Rounds of the event loop in which waiting connections are accepted, one each. */
const MAX_ROUNDS = 1000;

/**
 * Accepts the connections that the system has completed before the server stops listening: those that still wait then
 * are reset, with the requests on them.
 */
function acceptBeforeClosing(app: FastifyInstance): void {
  let accepted = 0;
  app.server.on('connection', () => (accepted += 1));
  app.addHook('preClose', async () => {
    await nextRound(); // the rest of this one
    let before = -1;
    for (let round = 0; round < MAX_ROUNDS && accepted !== before; round += 1) {
      before = accepted;
      await nextRound();
    }
  });
}

/** Returns the route by which requests are counted and logged. */
type RouteOf = (request: FastifyRequest) => string;

const fastifyRoute: RouteOf = (request) => request.routeOptions.url ?? 'none';

function observe(app: FastifyInstance, options: ServerOptions): void {
  const { name, metrics = new Registry(), routeOf = fastifyRoute, accessLog = 'on' } = options;
  addProcessMetrics(metrics, name);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    if (OWN_ROUTES.has(fastifyRoute(request))) return;
    const route = routeOf(request);
    duration.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    if (accessLog === 'on' || reply.statusCode >= 500) logAnswer(request, reply, route);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}

/** Routes of operators, which are neither counted nor logged. */
const OWN_ROUTES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

function addHealth(app: FastifyInstance, { checks = {}, isInternal = true }: ServerOptions): void {
  // A public server does not reveal its version, and thus its known faults, to attackers.
  const alive = isInternal ? { status: 'alive', version: siteVersion() } : { status: 'alive' };
  app.get('/healthz', async () => alive);
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await isAnswering(check)] as const),
    );
    const ready = states.every(([, answering]) => answering);
    return reply
      .status(ready ? 200 : 503)
      .header('x-started-at', STARTED_AT)
      .send({
        status: ready ? 'ready' : 'not ready',
        checks: Object.fromEntries(states.map(([name, answering]) => [name, answering ? 'ok' : 'away'])),
      });
  });
}

async function isAnswering(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await within(2000, check());
    return true;
  } catch {
    return false;
  }
}

/** Status, in metrics and logs, of a request whose client left before the response. */
const CLIENT_LEFT = 499;

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isAbort(error) && request.raw.destroyed) return reply.status(CLIENT_LEFT).send();
  const failure = isValidation(error) ? fromValidation(error) : toAppError(error);
  if (failure.status >= 500) logFailure(failure, request);
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds));
  if (failure.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
  return reply
    .status(failure.status)
    .header('x-request-id', request.id) // no hook has run if the URL itself is malformed
    .type('application/json; charset=utf-8')
    .send(toFailure(failure, request.id));
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Returns the failure envelope of a response. */
export function toFailure(failure: AppError, requestId: string): Failure {
  // The sentence of INTERNAL is always the list's, so that it reveals nothing.
  const { message, code, reason, values, present } =
    failure.code === 'INTERNAL' ? new AppError('INTERNAL') : failure;
  return {
    success: false,
    message,
    code,
    ...(reason === undefined ? {} : { reason }),
    // Left out if empty, so that a passed-on failure is the same as one of our own.
    ...(values && Object.keys(values).length > 0 ? { values } : {}),
    ...(present === undefined ? {} : { present }),
    requestId,
  };
}
