/**
 * Why a media process failed: on its own (`exit`), at a limit (`timeout` for wall-clock time, `processor` for CPU time,
 * `size` for output), by a `crash`, or by a `signal` that neither it nor the worker caused.
 */
export type EndReason = 'exit' | 'timeout' | 'processor' | 'size' | 'crash' | 'signal';

/** ffmpeg or ffprobe failed. */
export class MediaError extends Error {
  override name = 'MediaError';
  readonly reason: EndReason;
  readonly log: string;

  constructor(reason: MediaError['reason'], log: string, options?: ErrorOptions) {
    super(`the media process failed (${reason})`, options);
    this.reason = reason;
    this.log = log;
  }
}
