import type { HlsConfig } from 'hls.js';
import workerUrl from 'hls.js/dist/hls.worker.js?url';

import { UNUSED_PARTS } from './unused-parts.ts';

/**
 * Settings of hls.js. Its load policies stay as they come: they survive an outage of 15 s.
 * `bandwidth`: the estimate kept from an earlier video, in bits per second.
 */
export function toStreamConfig(start: { seconds: number; bandwidth: number | null }): Partial<HlsConfig> {
  return {
    workerPath: workerUrl,
    lowLatencyMode: false,
    capLevelToPlayerSize: true,
    maxDevicePixelRatio: 2,
    capLevelOnFPSDrop: true,
    maxBufferLength: 30,
    maxMaxBufferLength: 60,
    backBufferLength: 30,
    // a repeated song would now and then stand still just before its end: a flush opens the ended source again
    loopBackBufferFlush: false,
    ...Object.fromEntries(UNUSED_PARTS.map((part) => [part, undefined])),
    // a playlist that still grows looks like a live broadcast: begin at the beginning, never jump to its end
    startPosition: start.seconds,
    ...(start.bandwidth === null
      ? {}
      : { startLevel: -1, testBandwidth: false, abrEwmaDefaultEstimate: start.bandwidth }),
  };
}
