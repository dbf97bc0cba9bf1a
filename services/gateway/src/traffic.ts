import { catalog } from '@larksong/contracts';
import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';

const SEGMENT = /^\/hls\/[^/]+\/([^/]+)\/.+\.m4s$/;
const RENDITIONS: readonly string[] = [...catalog.RESOLUTIONS, 'audio'];
const KINDS = ['stream', 'call', 'page'] as const;

/**
 * Counts the bytes that the gateway sends, and the seconds of video and sound in the segments that it sends or redirects.
 * As a player loads each second once, seconds of video per second are the number of viewers; nothing about them is kept.
 */
export function countTraffic(app: FastifyInstance, registry: Registry): void {
  const bytes = new Counter({
    name: 'gateway_sent_bytes_total',
    help: 'Bytes of responses with their headers: streams of videos, calls, and pages with their files',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of KINDS) bytes.inc({ kind }, 0);
  const seconds = new Counter({
    name: 'gateway_streamed_seconds_total',
    help: 'Seconds of video, or of sound, in the segments that players have loaded',
    labelNames: ['rendition'],
    registers: [registry],
  });
  for (const rendition of RENDITIONS) seconds.inc({ rendition }, 0);

  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    const { socket } = request;
    const before = socket.bytesWritten;
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    // `close` also follows a response that its client has left.
    response.once('close', () => {
      bytes.inc({ kind: kindOf(path) }, Math.max(0, socket.bytesWritten - before) || 0);
      const rendition = SEGMENT.exec(path)?.[1] ?? '';
      const isLoaded = request.method === 'GET' && LOADED.has(response.statusCode);
      if (isLoaded && RENDITIONS.includes(rendition)) seconds.inc({ rendition }, catalog.SEGMENT_SECONDS);
    });
  });
}

/** Whole segments, parts of them, and redirects to the S3 server. */
const LOADED: ReadonlySet<number> = new Set([200, 206, 302]);

function kindOf(path: string): (typeof KINDS)[number] {
  if (path.startsWith('/hls/')) return 'stream';
  return path.startsWith('/api/') ? 'call' : 'page';
}
