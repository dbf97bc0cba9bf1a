import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../../failure.ts';
import type { Packet } from './packets.ts';

/** Summary of a run of packets. It needs 16 bytes per video frame, whatever else is in the file. */
export interface Span {
  /**
   * Times of the displayed video frames in display order. With `hasGuesses` they are all decode times, since a mixture
   * would have gaps and two frames at the same time.
   */
  times: Float64Array;
  /** First presentation time of the video or the audio. */
  firstSeconds: number | undefined;
  /** End of the last packet of any stream. */
  endSeconds: number;
  /** End of the last packet of the audio in the file; undefined without audio. */
  soundEndSeconds: number | undefined;
  /** The first video packet in the file. */
  firstPacket: Packet | undefined;
  /** Time of the first displayed key frame in the file. */
  firstKeySeconds: number | undefined;
  /** How long the last displayed frame is shown, if its packet says so. */
  lastFrameDuration: number | undefined;
  /** True if some frames have no presentation time. */
  hasGuesses: boolean;
  /** The most by which a key frame is decoded before it is shown, in seconds. */
  leadSeconds: number;
  /** True if the video's decode times only increase. */
  isInOrder: boolean;
  /** True if picture or sound may continue at another time: ffmpeg's list stands still where times go back. */
  hasJumps: boolean;
}

/** Six hours at 138 frames per second. */
export const MAX_FRAMES = 3_000_000;

const NOTHING_YET: Omit<Span, 'times'> = {
  firstSeconds: undefined,
  endSeconds: 0,
  soundEndSeconds: undefined,
  firstPacket: undefined,
  firstKeySeconds: undefined,
  lastFrameDuration: undefined,
  hasGuesses: false,
  leadSeconds: 0,
  isInOrder: true,
  hasJumps: false,
};

/** Aggregates packets one at a time. Throws `InputError` at more than `MAX_FRAMES` video frames. */
export function collectSpan(chosen: { video: number; audio?: number | undefined }) {
  const [shownTimes, decodeTimes] = [createTimes(), createTimes()];
  const span = { ...NOTHING_YET };
  const jumps = [watchJumps(), watchJumps()] as const;
  const soundEnd = followSound();
  let [decoded, shown] = [-Infinity, -Infinity];
  function addFrame(packet: Packet): void {
    span.firstPacket ??= packet;
    if (packet.isGuess) span.hasGuesses = true;
    if (packet.decodeTime !== undefined) {
      if (packet.decodeTime < decoded) span.isInOrder = false;
      decoded = packet.decodeTime;
    }
    if (packet.isDiscarded || packet.time === undefined) return;
    if (packet.isKey) addKey(packet.time, packet.decodeTime ?? packet.time);
    if (packet.time >= shown) [shown, span.lastFrameDuration] = [packet.time, packet.duration];
    shownTimes.add(packet.time);
    decodeTimes.add(packet.decodeTime ?? packet.time);
  }
  function addKey(time: number, decodeTime: number): void {
    span.firstKeySeconds ??= time;
    span.leadSeconds = Math.max(span.leadSeconds, time - decodeTime);
  }
  return {
    add(packet: Packet): void {
      const { streamIndex, time } = packet;
      const end = (time ?? 0) + (packet.duration ?? 0);
      span.endSeconds = Math.max(span.endSeconds, end);
      if (streamIndex === chosen.video || streamIndex === chosen.audio)
        span.hasJumps ||= jumps[streamIndex === chosen.video ? 0 : 1](packet);
      if (streamIndex === chosen.video) addFrame(packet);
      else if (streamIndex === chosen.audio) span.soundEndSeconds = soundEnd(packet);
      else return;
      if (!packet.isDiscarded && time !== undefined)
        span.firstSeconds = Math.min(span.firstSeconds ?? time, time);
    },
    /** Returns the summary; nothing may be added afterwards. */
    close: (): Span => ({ ...span, times: (span.hasGuesses ? decodeTimes : shownTimes).sorted() }),
  };
}

/**
 * Returns a function that receives the sound's packets one by one and returns the end of the sound so far. ffmpeg lists a
 * packet that goes back in time with the time of the packet before it, so in a damaged file a single packet may state any
 * time.
 */
function followSound(): (packet: Packet) => number | undefined {
  let [latest, beforeLatest] = [-Infinity, 0];
  let end: number | undefined;
  return ({ time, duration = 0 }) => {
    if (time === undefined) return end;
    if (time > latest) {
      [latest, beforeLatest] = [time, end ?? time];
      end = time + duration;
    } else {
      beforeLatest += duration;
      end = beforeLatest;
    }
    return end;
  };
}

/** A step forward of more than this is a jump. */
const JUMP_SECONDS = 10;
/** This many packets at one decode time are none that were meant to have it. */
const STANDING_PACKETS = 3;

/** Returns a function that receives a stream's packets one by one and returns true at a jump. */
function watchJumps(): (packet: Packet) => boolean {
  let [before, standing] = [NaN, 1];
  return ({ decodeTime }) => {
    if (decodeTime === undefined) return false;
    standing = decodeTime === before ? standing + 1 : 1;
    const isJump = decodeTime - before > JUMP_SECONDS || standing >= STANDING_PACKETS;
    before = decodeTime;
    return isJump;
  };
}

/** A list of numbers in one block of memory, which doubles when it is full. */
function createTimes() {
  let block = new Float64Array(1024);
  let count = 0;
  return {
    add(time: number): void {
      if (count === MAX_FRAMES)
        throw new InputError(why('too-many-frames', { millionCount: MAX_FRAMES / 1e6 }), '', {
          code: 'too-large',
        });
      if (count === block.length) {
        const larger = new Float64Array(2 * count);
        larger.set(block);
        block = larger;
      }
      block[count] = time;
      count += 1;
    },
    sorted: () => block.subarray(0, count).sort(),
  };
}
