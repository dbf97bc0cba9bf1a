import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { toShortNetwork } from './client-network.ts';
import type { AppError } from '../base/errors.ts';
import { createLineBudget, type LineBudget } from '../limits/line-budget.ts';
import { toLoggedPath } from './logged-path.ts';
import { announcesBody } from './unread-body.ts';

const WINDOW_MS = 60_000;

/** Gives a server a budget of lines for each client network, which is renewed every minute. */
export function limitLines(app: FastifyInstance, linesPerMinute: number): void {
  const lines = createLineBudget(linesPerMinute);
  app.decorate('lines', lines);
  const timer = setInterval(() => lines.end(), WINDOW_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    lines.end();
  });
}

/**
 * Logs one line for each response, unless its sender has caused many like it. Queries may hold secrets (links, tokens) and
 * are omitted; of paths, the codes of links are.
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, route: string): void {
  // Workers poll every few seconds, which would drown everything else.
  const level = route.startsWith('/internal/') && reply.statusCode < 400 ? 'debug' : 'info';
  const { log, method } = request;
  const fields = {
    method,
    route,
    path: toLoggedPath(request.raw.url),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime),
    network: networkOf(request),
    userId: request.viewer?.id,
  };
  const { status, network, userId } = fields;
  // Refusals, failures and sign-ins have their own budget, which responses with files do not use up.
  const isNotable = status >= 400 || route.startsWith('/api/auth/');
  const line = {
    kind: `${network} ${userId} ${method} ${route} ${status}`,
    sender: `${network} ${isNotable}`,
  };
  if (request.server.lines.take(line, (leftOut) => log[level]({ ...fields, leftOut }, 'answered')))
    log[level](fields, 'answered');
}

/** Logs the reason of a failed request. */
export function logFailure(failure: AppError, request: FastifyRequest): void {
  const { code } = failure;
  const { log } = request;
  const network = networkOf(request);
  const line = { kind: `${network} ${request.routeOptions.url} ${code}`, sender: `${network} failures` };
  if (!request.server.lines.take(line, (leftOut) => log.warn({ code, leftOut }, 'further requests failed')))
    return;
  if (announcesBody(request.raw) && !request.raw.complete && request.socket.destroyed)
    log.info({ code, reason: describe(failure.cause ?? failure) }, 'the client disconnected');
  else if (code === 'TOO_BUSY') log.info({ code }, 'refused');
  else log.error({ err: failure.cause ?? (code === 'INTERNAL' ? failure : undefined), code }, 'failed');
}

/** Returns the shortened network of a client; undefined once the connection has ended. */
function networkOf(request: FastifyRequest): string | undefined {
  return toShortNetwork(request.ip ?? '') ?? undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Lines that client networks may still cause in this minute. */
    lines: LineBudget;
  }
}
