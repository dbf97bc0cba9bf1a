import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from './errors.ts';
import { announcesBody } from './unread-body.ts';

export const BROKEN_OFF = 'The upload was interrupted.';

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

interface BodyLimits {
  maxBytes: number;
  /** Longest pause between two of its pieces; after it the connection is closed. */
  stallMs: number;
  /** The sentence for a body that is larger. */
  tooLarge?: string;
}

/**
 * Reads a whole body into one buffer of at most `maxBytes`. Throws PAYLOAD_TOO_LARGE for a larger one, before it is
 * read where its header says so, UNSUPPORTED_MEDIA_TYPE for one of other types than `addBinaryBodies` was given, and
 * MALFORMED_REQUEST for one that breaks off. A body that is refused is left where it is: `lingerOnUnreadBodies` sees to it.
 */
export async function readBinaryBody(request: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  const { raw } = request;
  if (!announcesBody(raw)) return Buffer.alloc(0); // nobody parses it then, whatever its type
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

function tooLarge({ tooLarge: message }: BodyLimits): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', message === undefined ? {} : { message });
}
