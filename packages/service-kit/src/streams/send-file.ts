import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';

import { parseRange } from './byte-range.ts';
import { AppError } from '../base/errors.ts';
import type { ByteRange, Storage } from '../storage/types.ts';
import { toLoggedPath } from '../http/logged-path.ts';
import { keepForUnreadBody } from '../http/unread-body.ts';

/** Bytes that are written without a stream, which would cost more than the bytes. */
export interface WritableBody {
  /** Writes all bytes and ends the response. Resolves at the latest when it is closed, and rejects if bytes are missing. */
  writeTo(response: ServerResponse): Promise<void>;
}

export interface SendableFile {
  /** Strong entity tag with its quotes. */
  etag: string;
  sizeBytes: number;
  /** Returns the bytes of the range, or all bytes without one. */
  open(range: ByteRange | undefined): Promise<Readable | Buffer | WritableBody>;
  /** Called instead of `open` if no bytes are sent. */
  drop?(): Promise<void>;
}

interface FileAnswer {
  file: SendableFile;
  contentType: string;
  /** Headers sent with the file but not with a failure, which may be transient. */
  headers: { 'cache-control': string; vary?: string; 'content-encoding'?: string };
}

/**
 * Responds with a file or the requested part of it (RFC 9110, sections 8.6, 13 and 14): 200, 206, or 304 if the client
 * has it. Throws RANGE_NOT_SATISFIABLE, with its content-range, and whatever `open` throws.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, contentType, headers }: FileAnswer,
): Promise<FastifyReply> {
  const { etag, sizeBytes } = file;
  const described = { ...headers, etag, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' };
  if (matches(request.headers['if-none-match'], etag)) {
    await file.drop?.();
    return reply.headers(described).status(304).send();
  }
  if (request.method === 'HEAD') {
    await file.drop?.();
    // An empty stream keeps the content-length that was set.
    return reply
      .headers({ ...described, 'content-length': sizeBytes })
      .type(contentType)
      .send(Readable.from([]));
  }
  const range = await readRange(request, reply, file);
  const bytes = await file.open(range);
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  reply
    .headers({ ...described, 'content-length': range ? range.end - range.start + 1 : sizeBytes })
    .type(contentType);
  return 'writeTo' in bytes ? writeBody(request, reply, bytes) : reply.send(bytes);
}

/** Sends the body past Fastify, so that no `onSend` hook runs. */
async function writeBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: WritableBody,
): Promise<FastifyReply> {
  keepForUnreadBody(request, reply);
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders); // Fastify names them, too
  try {
    await body.writeTo(reply.raw);
  } catch (error) {
    request.log.warn({ err: error, path: toLoggedPath(request.raw.url) }, 'a response was interrupted');
    reply.raw.destroy();
  }
  return reply;
}

/** Returns an object as a file to send, or undefined if it does not exist. `open` throws NOT_FOUND if it is deleted first. */
export async function findStoredFile(storage: Storage, key: string): Promise<SendableFile | undefined> {
  const info = await storage.stat(key);
  if (!info) return undefined;
  return {
    etag: info.etag,
    sizeBytes: info.sizeBytes,
    async open(range) {
      const object = await storage.get(key, range);
      if (!object) throw new AppError('NOT_FOUND');
      return object.stream;
    },
  };
}

async function readRange(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SendableFile,
): Promise<ByteRange | undefined> {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== file.etag) return undefined;
  try {
    return parseRange(request.headers.range, file.sizeBytes);
  } catch (error) {
    await file.drop?.();
    reply.header('content-range', `bytes */${file.sizeBytes}`);
    throw error;
  }
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
