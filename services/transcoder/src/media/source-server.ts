import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

import type { Storage } from '@larksong/service-kit/storage';

import type { SourceServer } from './source.ts';

interface Served {
  storage: Storage;
  key: string;
  sizeBytes: number;
  failure: Error | undefined;
  open: Set<ServerResponse>;
}

/** Starts a server on loopback that serves single storage objects to ffmpeg, with range requests. */
export async function startSourceServer(): Promise<SourceServer> {
  const served = new Map<string, Served>();
  const server = createServer((request, response) => {
    const source = served.get(request.url?.slice(1) ?? '');
    if (!source || (request.method !== 'GET' && request.method !== 'HEAD')) response.writeHead(404).end();
    else void answer(source, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    serve(storage, { key, sizeBytes }) {
      const name = randomBytes(24).toString('hex');
      const source: Served = { storage, key, sizeBytes, failure: undefined, open: new Set() };
      served.set(name, source);
      return {
        protocol: 'http',
        address: `http://127.0.0.1:${port}/${name}`,
        failure: () => source.failure,
        close() {
          served.delete(name);
          for (const response of source.open) response.destroy();
        },
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the first and last byte requested; undefined if the range is outside the object. */
export function toRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? 'bytes=0-') ?? [];
  if (from === undefined) return undefined;
  const start = Number(from);
  const end = Math.min(to ? Number(to) : sizeBytes - 1, sizeBytes - 1);
  return start <= end ? { start, end } : undefined;
}

async function answer(source: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const range = toRange(request.headers.range, source.sizeBytes);
  if (!range) {
    response.writeHead(416, { 'content-range': `bytes */${source.sizeBytes}` }).end();
    return;
  }
  source.open.add(response);
  try {
    const object = request.method === 'GET' ? await source.storage.get(source.key, range) : undefined;
    if (request.method === 'GET' && !object) throw new Error('the source is missing from storage');
    response.writeHead(request.headers.range ? 206 : 200, {
      'accept-ranges': 'bytes',
      'content-type': 'application/octet-stream',
      'content-length': range.end - range.start + 1,
      ...(request.headers.range
        ? { 'content-range': `bytes ${range.start}-${range.end}/${source.sizeBytes}` }
        : {}),
    });
    if (object) await pipeline(object.stream, response);
    else response.end();
  } catch (error) {
    // A reader that seeks elsewhere closes its connection; any other error comes from storage.
    const isReadersDoing = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isReadersDoing && !response.destroyed) source.failure = error as Error;
    response.destroy();
  } finally {
    source.open.delete(response);
  }
}
