import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from './errors.ts';

/** How long the rest of a refused body is read. */
const DRAIN_MS = 15_000;

export const BROKEN_OFF = 'The upload was broken off.';

const BYTES_AND_PICTURES = /^(application\/octet-stream|image\/[\w.+-]+)\s*(;|$)/i;

/**
 * Lets bodies of these types reach their routes unread; `readBinaryBody` reads them. `'*'` means every type that has no
 * parser of its own, and bodies without a type.
 */
export function addBinaryBodies(app: FastifyInstance, types: RegExp | '*' = BYTES_AND_PICTURES): void {
  app.addContentTypeParser(types, (request, body, done) => {
    // Where a body of JSON is described, bytes are of the wrong kind.
    if (request.routeOptions.schema?.body === undefined) done(null, body);
    else done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
  });
}

export interface BodyLimits {
  maxBytes: number;
  /** Longest pause between two of its pieces; after it the connection is closed. */
  stallMs: number;
  /** The sentence for a body that is larger. */
  tooLarge?: string;
}

/**
 * Reads a whole body into one buffer of at most `maxBytes`. Throws PAYLOAD_TOO_LARGE for a larger one, before it is
 * read where its header says so, UNSUPPORTED_MEDIA_TYPE for one of other types than `addBinaryBodies` was given, and
 * MALFORMED_REQUEST for one that breaks off. A body that is refused is left where it is: see `drain`.
 */
export async function readBinaryBody(request: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  const { raw } = request;
  if (isEmpty(request)) return Buffer.alloc(0);
  if (request.body !== raw) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limits.maxBytes) throw tooLarge(limits);
  const buffer = Buffer.allocUnsafeSlow(Number.isNaN(announced) ? limits.maxBytes : announced);
  let filled = 0;
  const stall = setTimeout(() => raw.destroy(new Error('the body stalled')), limits.stallMs);
  try {
    for await (const piece of raw.iterator({ destroyOnReturn: false })) {
      const chunk = piece as Buffer; // a request without an encoding gives nothing else
      stall.refresh();
      if (filled + chunk.length > buffer.length) throw tooLarge(limits);
      filled += chunk.copy(buffer, filled);
    }
  } catch (error) {
    throw error instanceof AppError
      ? error
      : new AppError('MALFORMED_REQUEST', { message: BROKEN_OFF, cause: error });
  } finally {
    clearTimeout(stall);
  }
  return buffer.subarray(0, filled);
}

/** No body is sent at all; nobody parses it then, whatever its type. */
function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function tooLarge({ tooLarge: message }: BodyLimits): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', message === undefined ? {} : { message });
}

/**
 * Lets the rest of a refused body run into nothing for a while, since a sender whose connection is closed under its
 * hands never reads why.
 */
export function drain(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.closed) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS);
  raw.once('close', () => clearTimeout(timer));
}
