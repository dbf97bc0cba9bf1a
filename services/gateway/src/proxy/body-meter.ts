import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';

import { AppError } from '@larksong/service-kit';

interface MeterOptions {
  /** Maximum number of bytes; beyond it the stream fails with PAYLOAD_TOO_LARGE. */
  maxBytes: number;
  /** Called for each chunk. */
  onMove: () => void;
  /** Called once the whole body has passed. */
  onEnd: () => void;
}

/**
 * Returns the body of a request as a stream that counts bytes and reports progress. It fails if the client disconnects;
 * destroying it does not destroy the request, which can still get a response.
 */
export function meterBody(request: IncomingMessage, options: MeterOptions): Readable {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > options.maxBytes) {
        done(new AppError('PAYLOAD_TOO_LARGE'));
        return;
      }
      options.onMove();
      done(null, chunk);
    },
    flush(done) {
      options.onEnd();
      done();
    },
  });
  const onGone = () => {
    if (!request.complete) meter.destroy(new Error('the client disconnected'));
  };
  request.once('close', onGone);
  request.once('error', onGone);
  meter.once('error', () => request.unpipe(meter));
  meter.once('close', () => request.unpipe(meter));
  return request.pipe(meter);
}
