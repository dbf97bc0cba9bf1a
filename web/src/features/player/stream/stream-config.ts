import type { HlsConfig } from 'hls.js';

import { EarlyLoader } from './early-loader.ts';
import { UNUSED_PARTS } from './unused-parts.ts';

/**
 * Returns the settings of hls.js. Its default load policies stay: they survive an outage of 15 s. `bandwidth` is the
 * estimate from an earlier video, in bits per second. `isInNest`: the segments of a nest with a limit end a minute after
 * the last report, which may be ten seconds old, and those beyond are refused.
 */
export function toStreamConfig(start: {
  seconds: number;
  bandwidth: number | null;
  isInNest: boolean;
}): Partial<HlsConfig> {
  return {
    // the segments are MP4, which hls.js only passes on: a worker would be loaded and started for nothing
    enableWorker: false,
    // the first segment is requested while the media source is still opening
    startFragPrefetch: true,
    lowLatencyMode: false,
    capLevelToPlayerSize: true,
    maxDevicePixelRatio: 2,
    capLevelOnFPSDrop: true,
    maxBufferLength: 30,
    maxMaxBufferLength: start.isInNest ? 40 : 60,
    backBufferLength: 30,
    // a flush reopens the ended source, and a repeated song would sometimes stall just before its end
    loopBackBufferFlush: false,
    ...Object.fromEntries(UNUSED_PARTS.map((part) => [part, undefined])),
    // a growing playlist looks like a live broadcast: start at the beginning, and never jump to its end
    startPosition: start.seconds,
    loader: EarlyLoader,
    ...(start.bandwidth === null ? {} : { abrEwmaDefaultEstimate: start.bandwidth }),
  };
}
