import { because, type Explanation } from '@larksong/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '../base/errors.ts';
import { announcesBody } from './unread-body.ts';

const BYTES_AND_PICTURES = /^(application\/octet-stream|image\/[\w.+-]+)\s*(;|$)/i;

/**
 * Lets bodies of these types reach their routes unread; `readBinaryBody` reads them. `'*'` means every type without a
 * parser, and bodies without a type.
 */
export function addBinaryBodies(app: FastifyInstance, types: RegExp | '*' = BYTES_AND_PICTURES): void {
  app.addContentTypeParser(types, (request, body, done) => {
    // An endpoint with a JSON body does not accept bytes.
    if (request.routeOptions.schema?.body === undefined) done(null, body);
    else done(new AppError('UNSUPPORTED_MEDIA_TYPE'));
  });
}

interface BodyLimits {
  maxBytes: number;
  /** Longest pause between two chunks; after it the connection is closed. */
  stallMs: number;
  /** Explains the refusal of a larger body. */
  tooLarge?: Explanation;
}

/**
 * Reads a whole body into one buffer of at most `maxBytes`. Throws PAYLOAD_TOO_LARGE if it is larger (without reading it
 * if its header says so), UNSUPPORTED_MEDIA_TYPE if `addBinaryBodies` was not given its type, and MALFORMED_REQUEST if it
 * is interrupted, and the errors of access if it was lost meanwhile. A rejected body stays unread; `lingerOnUnreadBodies` handles it.
 */
export async function readBinaryBody(request: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  const { raw } = request;
  if (!announcesBody(raw)) return Buffer.alloc(0); // Fastify does not parse it, whatever its type
  if (request.body !== raw) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limits.maxBytes) throw tooLarge(limits);
  const buffer = Buffer.allocUnsafeSlow(Number.isNaN(announced) ? limits.maxBytes : announced);
  let filled = 0;
  const stall = setTimeout(() => raw.destroy(new Error('the body stalled')), limits.stallMs);
  try {
    for await (const piece of raw.iterator({ destroyOnReturn: false })) {
      const chunk = piece as Buffer; // the chunks of a request without an encoding
      stall.refresh();
      if (filled + chunk.length > buffer.length) throw tooLarge(limits);
      filled += chunk.copy(buffer, filled);
    }
  } catch (error) {
    throw error instanceof AppError
      ? error
      : new AppError('MALFORMED_REQUEST', { ...because('upload.interrupted'), cause: error });
  } finally {
    clearTimeout(stall);
  }
  await request.confirmCaller?.();
  return buffer.subarray(0, filled);
}

function tooLarge({ tooLarge: explanation }: BodyLimits): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', explanation);
}
