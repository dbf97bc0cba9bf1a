import type { Readable } from 'node:stream';

import { because } from '@larksong/contracts';

import { AppError } from '../base/errors.ts';

/**
 * Reads a stream chunk by chunk and notices at any time, also between two reads, that it fails, is destroyed or the
 * signal is aborted. It neither destroys nor resumes the stream, which belongs to its owner.
 */
export class SourceReader {
  /** Rejects once the source cannot be read to its end; never resolves. */
  readonly broken: Promise<never>;
  readonly #source: Readable;
  readonly #listeners = new AbortController();
  #isBroken = false;
  #wake: () => void = () => {};

  constructor(source: Readable, signal: AbortSignal | undefined) {
    this.#source = source;
    const { promise, reject } = Promise.withResolvers<never>();
    this.broken = promise;
    promise.catch(() => {});
    const onReady = () => this.#wake();
    const fail = (reason: unknown) => {
      this.#isBroken = true;
      reject(reason);
      this.#wake();
    };
    const onClose = () => {
      if (!source.readableEnded) fail(toSourceError(source.errored));
    };
    const onAbort = () => fail(signal?.reason);
    // Never removed: an error after the upload has failed must not end the process.
    source.on('error', (error) => fail(toSourceError(error)));
    const listeners = { close: onClose, end: onReady, readable: onReady };
    for (const [event, listener] of Object.entries(listeners)) source.on(event, listener);
    signal?.addEventListener('abort', onAbort);
    this.#listeners.signal.addEventListener('abort', () => {
      for (const [event, listener] of Object.entries(listeners)) source.off(event, listener);
      signal?.removeEventListener('abort', onAbort);
    });
    if (source.destroyed) onClose();
    if (signal?.aborted) onAbort();
  }

  /** Returns the next bytes, or undefined at the end; rejects like `broken`. */
  async read(): Promise<Buffer | undefined> {
    for (;;) {
      const ready = new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#isBroken) await this.broken;
      // A Buffer, or text if the source has an encoding.
      const chunk: Buffer | string | null = this.#source.read();
      if (chunk !== null) return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      if (this.#source.readableEnded) return undefined;
      await ready;
    }
  }

  /** Stops listening to the source. */
  release(): void {
    this.#listeners.abort();
  }
}

function toSourceError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('MALFORMED_REQUEST', {
    ...because('upload.lost'),
    cause: error ?? undefined,
  });
}
