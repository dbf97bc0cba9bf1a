import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

interface TransportOptions {
  isSecure: boolean;
  /** Longest silence: while connecting, sending, waiting for the answer and reading it. */
  timeoutMs: number;
  /** Longest wait for the answer to a write, once the server has shown that it is there and has the whole body. */
  writeTimeoutMs: number;
}

/** Statuses for which the client throws without reading the body, so that nobody else would. */
const UNREAD = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

/**
 * What the S3 client sends its requests through. A request whose server is silent for `timeoutMs` is destroyed; one
 * that moves, however slowly, or whose reader is slow, is not.
 */
export function createTransport({ isSecure, timeoutMs, writeTimeoutMs }: TransportOptions) {
  const { request } = isSecure ? https : http;
  return {
    request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
      const sent = request(withExpectation(options), onResponse);
      guard(sent, { timeoutMs, writeTimeoutMs });
      return sent;
    },
  };
}

/** Asks for "100 Continue" on writes: a live server says so at once, a silent one is told apart from a slow disk. */
function withExpectation(options: RequestOptions): RequestOptions {
  // The S3 client always gives headers as a plain record in lower case.
  const headers = options.headers as Record<string, string>;
  if (!(Number(headers['content-length']) > 0)) return options;
  return { ...options, headers: { ...headers, expect: '100-continue' } };
}

function guard(request: ClientRequest, limits: { timeoutMs: number; writeTimeoutMs: number }): void {
  let response: IncomingMessage | undefined;
  let isAlive = false;
  let isSent = false;
  let wasReaderSlow = false;

  function allowSlowAnswer(): void {
    if (isAlive && isSent && !response) request.socket?.setTimeout(limits.writeTimeoutMs);
  }
  function onTimeout(this: Socket): void {
    // Bytes that wait to be read: the reader is slow, not the server. The timer fires once, so it is set again; also
    // when the last of them were only just taken, since the server has had no time to send more.
    const isReaderSlow = response !== undefined && response.readableLength > 0;
    if (isReaderSlow || wasReaderSlow) this.setTimeout(limits.timeoutMs);
    else request.destroy(new Error('Storage is silent: no byte within the time limit.'));
    wasReaderSlow = isReaderSlow;
  }

  request.once('socket', (socket) => {
    socket.setTimeout(limits.timeoutMs);
    socket.on('timeout', onTimeout);
    // The socket goes back to the agent, which has its own limit for idle ones.
    request.once('close', () => socket.off('timeout', onTimeout));
  });
  request.once('continue', () => {
    isAlive = true;
    allowSlowAnswer();
  });
  request.once('finish', () => {
    isSent = true;
    allowSlowAnswer();
  });
  request.once('response', (incoming: IncomingMessage) => {
    response = incoming;
    request.socket?.setTimeout(limits.timeoutMs);
    if (UNREAD.has(incoming.statusCode ?? 0)) incoming.resume();
  });
}
