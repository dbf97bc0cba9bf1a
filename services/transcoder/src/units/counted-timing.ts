import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../failure.ts';
import { framesPerSecond, type FrameRate } from '../rules/timing/frame-rate.ts';
import { usableRate, type Timing } from '../rules/timing/timing.ts';
import type { Streams } from '../rules/source/streams.ts';
import { readSpan, type Readable } from './read-span.ts';

const SCAN_TIMEOUT_MS = 120_000;

/** Returns the rate of frames that have no times: the one that the stream states, or 25 a second. */
export function countedRate({ video: { frameRates } }: Streams): FrameRate {
  return frameRates[0] ?? { numerator: 25, denominator: 1 };
}

/** Measures a stream whose frames have no times: they are counted. It cannot be read from any other point than its start. */
export async function readCountedTiming(source: Readable): Promise<Timing> {
  const { times } = await readSpan(source, {}, SCAN_TIMEOUT_MS);
  if (times.length === 0) throw new InputError(why('damaged'));
  const stated = countedRate(source.streams);
  const frameRate = usableRate(stated);
  const durationSeconds = times.length / framesPerSecond(stated);
  const frameSeconds = 1 / framesPerSecond(frameRate);
  const isHeld = framesPerSecond(stated) < framesPerSecond(frameRate);
  return {
    startSeconds: 0,
    delaySeconds: 0,
    leadSeconds: 0,
    lastFrameSeconds: durationSeconds - frameSeconds,
    durationSeconds,
    heldSeconds: isHeld ? 1 / framesPerSecond(stated) - frameSeconds : 0,
    lastPacketSeconds: durationSeconds,
    statedSeconds: undefined,
    frameRate,
    isVariable: false,
    seekable: false,
    isWholeFile: true,
    hasJumps: false,
  };
}
