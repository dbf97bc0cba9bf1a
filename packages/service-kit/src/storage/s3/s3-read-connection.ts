import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

import { toS3StorageError } from './s3-errors.ts';
import type { Allocate } from '../types.ts';

export type ResponseHeaders = Record<string, string | undefined>;

const MAX_HEAD_BYTES = 16 * 1024;

/** A connection that has one request at a time. Bytes arrive in the buffer that `#room` returns. */
export class ReadConnection {
  isReusable = true;
  readonly #socket: Socket;
  readonly #head = Buffer.alloc(MAX_HEAD_BYTES);
  #headBytes = 0;
  /** Buffers that are not full yet, the first one from `#at` on. */
  #buffers: Uint8Array[] | undefined;
  #at = 0;
  #allocate: Allocate = () => undefined;
  #headers: ResponseHeaders | undefined;
  #done: PromiseWithResolvers<ResponseHeaders | undefined> | undefined;

  constructor({ protocol, hostname, port }: URL, onClose: () => void) {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const isSecure = protocol === 'https:';
    const options = {
      host,
      port: Number(port || (isSecure ? 443 : 80)),
      ...(isIP(host) === 0 && { servername: host }),
      onread: {
        buffer: () => this.#room(),
        callback: (sizeBytes: number) => {
          this.#receive(sizeBytes);
          return true;
        },
      },
    };
    this.#socket = isSecure ? connectSecurely(options) : connect(options);
    let failure: Error | undefined;
    this.#socket.on('error', (error) => (failure = error));
    this.#socket.on('timeout', () =>
      this.#socket.destroy(new Error('Storage is silent: no byte within the time limit.')),
    );
    this.#socket.once('close', () => {
      this.isReusable = false;
      onClose();
      this.#fail(
        failure ?? Object.assign(new Error('storage closed the connection'), { code: 'ECONNRESET' }),
      );
    });
  }

  setTimeout(ms: number): void {
    this.#socket.setTimeout(ms);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  request(text: string, allocate: Allocate): Promise<ResponseHeaders | undefined> {
    this.#headBytes = 0;
    this.#headers = undefined;
    this.#buffers = undefined;
    this.#allocate = allocate;
    this.#done = Promise.withResolvers();
    this.#socket.write(text);
    return this.#done.promise;
  }

  #room(): Uint8Array {
    const [buffer] = this.#buffers ?? [];
    return buffer ? buffer.subarray(this.#at) : this.#head.subarray(this.#headBytes);
  }

  #receive(sizeBytes: number): void {
    try {
      if (!this.#done) throw new Error('storage sent more than was requested');
      if (this.#buffers) return this.#advance(sizeBytes);
      this.#headBytes += sizeBytes;
      const received = this.#head.subarray(0, this.#headBytes);
      const end = received.indexOf('\r\n\r\n');
      if (end >= 0) this.#begin(received.toString('latin1', 0, end), received.subarray(end + 4));
      else if (this.#headBytes === MAX_HEAD_BYTES) throw new Error('the head of a response is too long');
    } catch (error) {
      this.isReusable = false;
      this.#socket.destroy(error instanceof Error ? error : new Error('a read failed', { cause: error }));
    }
  }

  #begin(head: string, firstBytes: Buffer): void {
    const { isObject, headers } = parseHead(head);
    const sizeBytes = Number(headers['content-length']);
    const buffers = isObject ? this.#allocate(sizeBytes)?.filter(({ length }) => length > 0) : undefined;
    this.#headers = isObject ? headers : undefined;
    this.isReusable = buffers !== undefined && headers['connection']?.toLowerCase() !== 'close';
    this.#headBytes = 0;
    if (!buffers) return this.#finish(); // the rest of the response is not wanted
    if (buffers.reduce((sum, { length }) => sum + length, 0) !== sizeBytes)
      throw new Error('an object in storage has another size than it had');
    this.#buffers = buffers;
    this.#at = 0;
    if (buffers.length === 0) this.#finish();
    for (let rest = firstBytes; rest.length > 0;) {
      const [buffer] = buffers;
      if (!buffer) throw new Error('storage sent more than the size of the object');
      const count = rest.copy(buffer, this.#at);
      rest = rest.subarray(count);
      this.#advance(count);
    }
  }

  #advance(sizeBytes: number): void {
    this.#at += sizeBytes;
    if (this.#at < (this.#buffers?.[0]?.length ?? 0)) return;
    this.#buffers?.shift();
    this.#at = 0;
    if (this.#buffers?.length === 0) this.#finish();
  }

  #finish(): void {
    this.#done?.resolve(this.#headers);
    this.#done = undefined;
    this.#buffers = undefined;
  }

  /** Fails the request, if there is one. Once its buffers were allocated, it must not be repeated. */
  #fail(error: Error): void {
    this.#done?.reject(this.#buffers ? toS3StorageError(error) : error);
    this.#done = undefined;
    this.#buffers = undefined;
  }
}

/** Parses the head of a response (RFC 9112, section 2.1). */
function parseHead(head: string): { isObject: boolean; headers: ResponseHeaders } {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers: ResponseHeaders = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const isKnownLength = /^\d+$/.test(headers['content-length'] ?? '') && !headers['transfer-encoding'];
  return { isObject: /^HTTP\/1\.1 20[06] /.test(statusLine) && isKnownLength, headers };
}
