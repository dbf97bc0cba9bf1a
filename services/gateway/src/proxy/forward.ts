import { announcesBody, AppError, traceHeaders, within, type Slots } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Dispatcher } from 'undici';

import type { Limit, RecordRejection } from '../guard/refusals.ts';
import { meterBody } from './body-meter.ts';
import type { Connections } from './connections.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { toClientHeaders, toUpstreamHeaders } from './headers.ts';
import { readBody } from './read-body.ts';

/** Size up to which a response is held in memory. */
const SMALL_BYTES = 64 * 1024;

export interface ForwardLimits {
  maxBodyBytes: number;
  /** Either `read` completely within this time before the upstream is called, or `passed` on without longer stalls. */
  body: { is: 'read' | 'passed'; ms: number };
  /** Timeout for a slot. */
  waitMs: number;
  /** Timeout from the end of the request to the first byte of the response, including the wait for a slot. */
  answerMs: number;
}

export interface ForwardOptions {
  connections: Connections;
  /** As many as there are connections, so that no request waits for one. */
  slots: Slots;
  /** A signed-in call also needs one of its account's slots. Undefined for streams and uploads. */
  accountSlots: Slots | undefined;
  /** The limit recorded for a request that waited too long for a slot. */
  slotLimit: Limit;
  /** Slots for holding more than 64 KiB of a body in memory. */
  largeBodies: Slots;
  limits: ForwardLimits;
  /** Names of the headers that the gateway sets on each response. */
  ownHeaders: ReadonlySet<string>;
  recordRejection: RecordRejection;
}

/**
 * Forwards a request and its response. Throws UNAVAILABLE, TOO_BUSY,
 * GATEWAY_TIMEOUT, BAD_GATEWAY or PAYLOAD_TOO_LARGE if no part of the response has been sent; afterwards, the end of
 * one side ends the other.
 */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions,
): Promise<FastifyReply> {
  const course = { over: endsWith(request, reply), deadline: createDeadline() };
  try {
    const answer = await callUpstream(request, options, course);
    const body = isSmall(answer) ? Buffer.from(await answer.body.arrayBuffer()) : answer.body;
    for (const [name, value] of Object.entries(toClientHeaders(answer.headers, options.ownHeaders)))
      reply.header(name, value);
    return await reply.status(answer.statusCode).send(body);
  } catch (error) {
    course.over.abort(error);
    if (!reply.raw.destroyed && !request.socket.destroyed) throw toFailure(error);
    request.log.debug({ err: error }, 'the client disconnected');
    return reply.hijack();
  }
}

/** One instance for all requests, since creating an error records a stack trace. */
const ENDED = new Error('the response has ended');

interface Course {
  /** Aborted when the response has ended in any way; frees everything held for it. */
  over: AbortController;
  /** The timer of the request's current wait. */
  deadline: Deadline;
}

/** Returns whether a response is sent in one piece, which costs less than a stream. */
function isSmall({ headers }: Dispatcher.ResponseData): boolean {
  return headers['content-type'] !== undefined && Number(headers['content-length']) <= SMALL_BYTES;
}

/** Returns a controller that aborts at the end of the response. */
export function endsWith(request: FastifyRequest, reply: FastifyReply): AbortController {
  const over = new AbortController();
  onceEnded(request, reply, () => over.abort(ENDED));
  return over;
}

/** Calls back once the response has ended; a waiting pipelined response has no socket to report a closed connection. */
export function onceEnded({ socket }: FastifyRequest, { raw }: FastifyReply, callback: () => void): void {
  if (socket.destroyed) return callback();
  const end = () => {
    socket.off('close', end);
    raw.off('close', end);
    callback();
  };
  socket.once('close', end);
  raw.once('close', end);
}

async function callUpstream(
  request: FastifyRequest,
  options: ForwardOptions,
  course: Course,
): Promise<Dispatcher.ResponseData> {
  const { limits } = options;
  const { over, deadline } = course;
  const hasBody = announcesBody(request.raw) && request.method !== 'GET' && request.method !== 'HEAD';
  if (hasBody) refuseTooLong(request, limits.maxBodyBytes);
  const isRead = hasBody && limits.body.is === 'read';
  try {
    const content = isRead ? await readWhole(request, options, course) : null;
    await holdSlot(request, options, course);
    const answer = options.connections.request({
      path: request.raw.url ?? '/',
      method: request.method,
      headers: toUpstreamHeaders(request.headers, {
        clientAddress: request.ip,
        protocol: request.protocol,
        host: request.host,
        requestId: request.id,
        trace: traceHeaders(),
        hasBody,
      }),
      body: hasBody && !isRead ? passOn(request, limits, course) : content,
      signal: over.signal,
      headersTimeout: 0, // handled by the deadline
    });
    // undici respects the signal only once it has a connection.
    return await Promise.race([answer, rejectionBy(over.signal)]);
  } finally {
    deadline.clear();
  }
}

async function readWhole(
  request: FastifyRequest,
  { limits, largeBodies, recordRejection }: ForwardOptions,
  { over, deadline }: Course,
): Promise<Buffer> {
  deadline.set(limits.body.ms, () => endStalled(request));
  return await readBody(request.raw, {
    maxBytes: limits.maxBodyBytes,
    async beforeLarge() {
      try {
        await within(limits.answerMs, largeBodies.hold(request.network, over.signal));
      } catch (cause) {
        if (over.signal.aborted) throw cause;
        recordRejection(request, 'bodies');
        throw new AppError('TOO_BUSY', { cause, retryAfterSeconds: 2 });
      }
    },
  });
}

/** Waits for a slot and starts the remaining time for the response. */
async function holdSlot(request: FastifyRequest, options: ForwardOptions, { over, deadline }: Course) {
  const { limits, slots } = options;
  const startedAt = performance.now();
  deadline.set(limits.waitMs, () => {
    options.recordRejection(request, options.slotLimit);
    over.abort(new AppError('TOO_BUSY', { retryAfterSeconds: 2 }));
  });
  if (request.viewer) await options.accountSlots?.hold(request.viewer.id, over.signal);
  await slots.hold(request.network, over.signal);
  const waitedMs = performance.now() - startedAt;
  deadline.set(Math.max(1, limits.answerMs - waitedMs), () => over.abort(new AppError('GATEWAY_TIMEOUT')));
}

function passOn(request: FastifyRequest, limits: ForwardLimits, { over, deadline }: Course) {
  deadline.set(limits.body.ms, () => endStalled(request));
  return meterBody(request.raw, {
    maxBytes: limits.maxBodyBytes,
    onMove: () => deadline.touch(),
    onEnd: () => deadline.set(limits.answerMs, () => over.abort(new AppError('GATEWAY_TIMEOUT'))),
  });
}

/** Closes the connection of a stalled request. */
function endStalled(request: FastifyRequest): void {
  request.log.info('connection closed because the request body stalled');
  request.raw.destroy();
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
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
