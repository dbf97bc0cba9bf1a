import { Readable } from 'node:stream';

import { AppError } from '@larksong/service-kit';
import type { ByteRange } from '@larksong/service-kit/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { parseRange } from './byte-range.ts';

export interface Sendable {
  etag: string;
  sizeBytes: number;
  contentType: 'image/png' | 'audio/mpeg';
  open: (range: ByteRange | undefined) => Promise<Readable>;
  /** Called when nothing will be opened. */
  drop: () => Promise<void>;
}

/**
 * Answers with a file, or a part of it (RFC 9110, sections 13 and 14). Copies are kept but asked about each time, so
 * that a picture that was replaced is shown at once.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sendable,
): Promise<FastifyReply> {
  reply
    .header('etag', file.etag)
    .header('cache-control', 'public, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes');
  const isKnown = matches(request.headers['if-none-match'], file.etag);
  const range = isKnown ? undefined : readRange(request, reply, file);
  if (isKnown || request.method === 'HEAD' || range === 'beyond') await file.drop();
  if (isKnown) return reply.status(304).send();
  if (range === 'beyond') throw new AppError('RANGE_NOT_SATISFIABLE');
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
  reply.type(file.contentType).header('content-length', range ? range.end - range.start + 1 : file.sizeBytes);
  // The empty stream keeps the length that was set.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await file.open(range));
}

function readRange(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sendable,
): ByteRange | undefined | 'beyond' {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== file.etag) return undefined;
  try {
    return parseRange(request.headers.range, file.sizeBytes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reply.header('content-range', `bytes */${file.sizeBytes}`);
    return 'beyond';
  }
}

function matches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')
  );
}
