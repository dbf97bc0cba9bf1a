import type { FastifyReply, FastifyRequest } from 'fastify';

import { sendFile, type SendableFile } from './send-file.ts';

interface StreamObject {
  file: SendableFile;
  contentType: string;
  /** How long proxies and CDNs may keep it, in seconds; by default, only browsers may. */
  sharedSeconds?: number;
}

/**
 * Responds with a stored object of a video. Its address is unguessable and its bytes never change, so that browsers keep
 * it for a day.
 */
export async function sendStreamObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, contentType, sharedSeconds = 0 }: StreamObject,
): Promise<FastifyReply> {
  const headers =
    sharedSeconds > 0
      ? { 'cache-control': `public, max-age=86400, s-maxage=${sharedSeconds}, immutable` }
      : { 'cache-control': 'private, max-age=86400, immutable', vary: 'Cookie, Authorization' };
  return sendFile(request, reply, { file, contentType, headers });
}
