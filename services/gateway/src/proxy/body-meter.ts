import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';

import { AppError } from '@larksong/service-kit';

interface MeterOptions {
  /** More bytes than these end the stream with PAYLOAD_TOO_LARGE. */
  maxBytes: number;
  /** Called for each piece that went through. */
  onMove: () => void;
  /** Called once the whole body went through. */
  onEnd: () => void;
}

/**
 * The body of a request as a stream that counts and tells of its movement. It ends with an error when the client goes
 * away; when it is destroyed itself, the request stays whole, so that it can still be answered.
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
    if (!request.complete) meter.destroy(new Error('the client went away'));
  };
  request.once('close', onGone);
  request.once('error', onGone);
  meter.once('error', () => request.unpipe(meter));
  meter.once('close', () => request.unpipe(meter));
  return request.pipe(meter);
}
