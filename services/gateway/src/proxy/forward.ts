import { announcesBody, AppError } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Dispatcher, type Pool } from 'undici';

import { meterBody } from './body-meter.ts';
import { createDeadline } from './deadline.ts';
import { toClientHeaders, toUpstreamHeaders } from './headers.ts';

export interface ForwardLimits {
  maxBodyBytes: number;
  /** How long a body may take: in all, or (`stall`) between two of its pieces. */
  body: { ms: number; of: 'all' | 'stall' };
  /** From the end of the request to the first byte of the answer. */
  answerMs: number;
}

export interface ForwardOptions {
  pool: Pool;
  limits: ForwardLimits;
  /** Names of the headers that the gateway sets on each answer. */
  ownHeaders: ReadonlySet<string>;
}

/**
 * Passes a request on and its answer back, as streams, with exactly one call of the upstream. Throws UNAVAILABLE,
 * GATEWAY_TIMEOUT, BAD_GATEWAY or PAYLOAD_TOO_LARGE while nothing of the answer has been sent; afterwards the end of
 * one side is the end of the other.
 */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  const gone = new AbortController();
  const abortWhenGone = () => gone.abort();
  reply.raw.once('close', abortWhenGone);
  try {
    const answer = await callUpstream(request, options, gone);
    for (const [name, value] of Object.entries(toClientHeaders(answer.headers, options.ownHeaders)))
      reply.header(name, value);
    return await reply.status(answer.statusCode).send(answer.body);
  } catch (error) {
    if (!reply.raw.destroyed) throw toFailure(error);
    request.log.debug({ err: error }, 'the client went away');
    return reply.hijack();
  }
}

async function callUpstream(
  request: FastifyRequest,
  { pool, limits }: ForwardOptions,
  gone: AbortController,
): Promise<Dispatcher.ResponseData> {
  const deadline = createDeadline();
  const awaitAnswer = () => deadline.set(limits.answerMs, () => gone.abort(new AppError('GATEWAY_TIMEOUT')));
  const hasBody = announcesBody(request.raw) && request.method !== 'GET' && request.method !== 'HEAD';
  if (hasBody) refuseTooLong(request, limits.maxBodyBytes);
  const body = hasBody
    ? meterBody(request.raw, {
        maxBytes: limits.maxBodyBytes,
        onMove: limits.body.of === 'stall' ? () => deadline.touch() : () => {},
        onEnd: awaitAnswer,
      })
    : null;
  // Nobody waits for an answer on a connection that does not move: it is closed.
  if (hasBody) deadline.set(limits.body.ms, () => request.raw.destroy());
  else awaitAnswer();
  try {
    return await pool.request({
      path: request.raw.url ?? '/',
      method: request.method,
      headers: toUpstreamHeaders(request.headers, {
        clientAddress: request.ip,
        protocol: request.protocol,
        host: request.host,
        requestId: request.id,
        hasBody,
      }),
      body,
      signal: gone.signal,
      headersTimeout: 0, // the deadline's task
    });
  } finally {
    deadline.clear();
  }
}

function refuseTooLong(request: FastifyRequest, maxBodyBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new AppError('PAYLOAD_TOO_LARGE');
}

function toFailure(cause: unknown): unknown {
  if (cause instanceof AppError) return cause;
  if (cause instanceof errors.HTTPParserError || cause instanceof errors.HeadersOverflowError)
    return new AppError('BAD_GATEWAY', { cause });
  return new AppError('UNAVAILABLE', { cause, retryAfterSeconds: 2 });
}
