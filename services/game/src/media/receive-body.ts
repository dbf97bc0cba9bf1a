import { AppError } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

export interface BodyLimits {
  maxBytes: number;
  /** A body that does not move for so long is ended. */
  stallMs: number;
  /** What the person reads whose file is too large. */
  tooLarge: string;
}

/** How long the rest of a refused body is read. */
const DRAIN_MS = 15_000;

/** Reads a request's body that no parser has touched. Throws PAYLOAD_TOO_LARGE, or MALFORMED_REQUEST when it breaks off. */
export async function receiveBody({ raw }: FastifyRequest, limits: BodyLimits): Promise<Buffer> {
  if (Number(raw.headers['content-length'] ?? 0) > limits.maxBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', { message: limits.tooLarge });
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // A timer of its own: the socket's would also run while the file is worked on.
  const stall = setTimeout(() => raw.destroy(new Error('the upload stalled')), limits.stallMs);
  try {
    await new Promise<void>((resolve, reject) => {
      raw.on('data', (chunk: Buffer) => {
        stall.refresh();
        sizeBytes += chunk.length;
        if (sizeBytes <= limits.maxBytes) chunks.push(chunk);
        else reject(new AppError('PAYLOAD_TOO_LARGE', { message: limits.tooLarge }));
      });
      raw.once('end', resolve);
      raw.once('error', (cause) => reject(brokenOff(cause)));
      raw.once('close', () => reject(brokenOff()));
    });
    return Buffer.concat(chunks);
  } catch (error) {
    raw.removeAllListeners('data');
    drain(raw);
    throw error;
  } finally {
    clearTimeout(stall);
  }
}

function brokenOff(cause?: Error): AppError {
  return new AppError('MALFORMED_REQUEST', { message: 'The upload was broken off.', cause });
}

/**
 * Lets the rest of a refused body run into nothing for a while, since a sender whose connection is closed under its
 * hands never reads why.
 */
function drain(raw: FastifyRequest['raw']): void {
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), DRAIN_MS);
  raw.once('close', () => clearTimeout(timer));
}
