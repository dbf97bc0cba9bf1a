import { Agent, request, type IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

import type { Answer } from './answer-check.ts';

const TIMEOUT_MS = 20_000;

export interface RawCall {
  method: string;
  /** Escaped, with its query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
}

const DECODERS: Record<string, () => Transform> = { br: createBrotliDecompress, gzip: createGunzip };

/** Returns the body of a response as it was before its compression. */
function decode(response: IncomingMessage): Readable {
  const decoder = DECODERS[response.headers['content-encoding'] ?? ''];
  return decoder ? response.pipe(decoder()) : response;
}

/** Sends calls unchanged on persistent connections, including calls that `fetch` would refuse. */
export function createSender(siteUrl: string): {
  send: (call: RawCall) => Promise<Answer>;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port } = new URL(siteUrl);
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const length = body ? { 'content-length': String(body.length) } : {};
        const outgoing = request(
          { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: TIMEOUT_MS },
          (response) => {
            text(decode(response)).then(
              (answer) =>
                resolve({ status: response.statusCode ?? 0, headers: response.headers, text: answer }),
              reject,
            );
          },
        );
        outgoing.on('error', reject);
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
        outgoing.end(body);
      }),
  };
}
