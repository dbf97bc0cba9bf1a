import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

interface TransportOptions {
  isSecure: boolean;
  /** Timeout for silence while connecting, sending, waiting for the response and reading it. */
  timeoutMs: number;
  /** Timeout for the response to a write, once the server is known to be alive and has the whole body. */
  writeTimeoutMs: number;
}

/** Statuses for which the client throws without reading the body, which is therefore drained here. */
const UNREAD = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

/**
 * Returns the transport of the S3 client. It destroys a request whose server is silent for `timeoutMs`, but not one that
 * makes progress, however slowly, or whose reader is slow.
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

/** Expects "100 Continue" on writes, which a live server sends at once; this distinguishes a dead server from a slow disk. */
function withExpectation(options: RequestOptions): RequestOptions {
  // The S3 client always passes headers as a plain record in lower case.
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
    // Unread bytes mean that the reader is slow, not the server. The timer fires once, so it is set again; also if the
    // last bytes were read only just now, since the server has had no time to send more.
    const isReaderSlow = response !== undefined && response.readableLength > 0;
    if (isReaderSlow || wasReaderSlow) this.setTimeout(limits.timeoutMs);
    else request.destroy(new Error('Storage is silent: no byte within the time limit.'));
    wasReaderSlow = isReaderSlow;
  }

  request.once('socket', (socket) => {
    socket.setTimeout(limits.timeoutMs);
    socket.on('timeout', onTimeout);
    // The socket returns to the agent, which has its own idle timeout.
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
