import type { IncomingMessage } from 'node:http';

import { AppError } from '@larksong/service-kit';

/** Size up to which Node buffers a body anyway, so that holding it costs nothing more. */
const SMALL_BYTES = 64 * 1024;

interface ReadBodyOptions {
  /** Maximum number of bytes; a larger body throws PAYLOAD_TOO_LARGE. */
  maxBytes: number;
  /** Awaited before more than 64 KiB are held. */
  beforeLarge: () => Promise<void>;
}

/**
 * Reads a body completely. Rejects if the client disconnects; after any other error the request is not destroyed and can
 * still get a response.
 */
export async function readBody(request: IncomingMessage, options: ReadBodyOptions): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  let isLarge = false;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    const piece = part as Buffer; // no encoding is set
    bytes += piece.length;
    if (bytes > options.maxBytes) throw new AppError('PAYLOAD_TOO_LARGE');
    if (bytes > SMALL_BYTES && !isLarge) {
      isLarge = true;
      await options.beforeLarge();
    }
    parts.push(piece);
  }
  return Buffer.concat(parts, bytes);
}
