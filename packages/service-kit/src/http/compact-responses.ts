import { constants } from 'node:zlib';

import compress from '@fastify/compress';
import etag from '@fastify/etag';
import type { FastifyInstance } from 'fastify';

/** Compressing shorter bodies hardly pays. */
const MIN_BYTES = 1024;
/** As fast as gzip at its default level, and smaller. */
const BROTLI_QUALITY = 4;

/**
 * Shortens the responses of an app; must be called before its routes are registered. JSON and playlists are compressed for
 * clients that accept it, and a client that already has a response gets 304 instead. Not for services that respond with
 * secrets: the length of a compressed response reveals something about its content.
 */
export async function compactResponses(app: FastifyInstance): Promise<void> {
  await app.register(etag, { weak: true }); // compressed or not, it is the same response
  app.addHook('onSend', async (request, reply) => {
    // Failures have the same headers wherever they come from: none reveals whether a hidden video exists.
    if (reply.statusCode >= 400) reply.removeHeader('etag');
    else if (request.method === 'GET' && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'private, no-cache');
  });
  await app.register(compress, {
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/(json|vnd\.apple\.mpegurl)\b/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  });
  app.addHook('onRequest', async (request) => {
    // Between services, time matters more than bytes.
    if (request.raw.url?.startsWith('/internal/')) request.headers['accept-encoding'] = 'identity';
  });
}
