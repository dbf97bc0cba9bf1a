import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Answer } from './answer-check.ts';

const TIMEOUT_MS = 20_000;

export interface RawCall {
  method: string;
  /** Escaped, with its query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
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
            text(response).then(
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
