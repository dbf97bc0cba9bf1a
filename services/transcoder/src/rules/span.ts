import { InputError } from '../failure.ts';
import type { Packet } from './packets.ts';

/** What a run of packets comes to. It holds 16 bytes for each frame of the picture, whatever else is in the file. */
export interface Span {
  /**
   * Times of the picture's frames in the order in which they are shown, without those that are not shown. With
   * `hasGuesses` they are all decode times: one kind beside the other would have gaps and two frames at one time.
   */
  times: Float64Array;
  /** First shown time of the picture or of the sound. */
  firstSeconds: number | undefined;
  /** End of the last packet of any stream. */
  endSeconds: number;
  /** The picture's first packet in the file. */
  firstPacket: Packet | undefined;
  /** Some frames have no presentation time. */
  hasGuesses: boolean;
  /** The picture's decode times only grow. */
  isInOrder: boolean;
}

/** Six hours at 138 frames per second. */
export const MOST_FRAMES = 3_000_000;

/** Adds packets up, one at a time. Throws `InputError` at more frames than `MOST_FRAMES`. */
export function collectSpan(chosen: { video: number; audio?: number | undefined }) {
  const [shownTimes, decodeTimes] = [createTimes(), createTimes()];
  const span: Omit<Span, 'times'> = {
    firstSeconds: undefined,
    endSeconds: 0,
    firstPacket: undefined,
    hasGuesses: false,
    isInOrder: true,
  };
  let decoded = -Infinity;
  function addFrame(packet: Packet): void {
    span.firstPacket ??= packet;
    if (packet.isGuess) span.hasGuesses = true;
    if (packet.decodeTime !== undefined) {
      if (packet.decodeTime < decoded) span.isInOrder = false;
      decoded = packet.decodeTime;
    }
    if (packet.isDiscarded || packet.time === undefined) return;
    shownTimes.add(packet.time);
    decodeTimes.add(packet.decodeTime ?? packet.time);
  }
  return {
    add(packet: Packet): void {
      const { streamIndex, time } = packet;
      span.endSeconds = Math.max(span.endSeconds, (time ?? 0) + (packet.duration ?? 0));
      if (streamIndex === chosen.video) addFrame(packet);
      else if (streamIndex !== chosen.audio) return;
      if (!packet.isDiscarded && time !== undefined)
        span.firstSeconds = Math.min(span.firstSeconds ?? time, time);
    },
    /** All that was added so far; nothing is added afterwards. */
    close: (): Span => ({ ...span, times: (span.hasGuesses ? decodeTimes : shownTimes).sorted() }),
  };
}

/** A list of numbers in one block of memory that doubles as it fills. */
function createTimes() {
  let block = new Float64Array(1024);
  let count = 0;
  return {
    add(time: number): void {
      if (count === MOST_FRAMES)
        throw new InputError(
          `The video has more than ${MOST_FRAMES / 1e6} million frames. ` +
            'Please export it with at most 60 frames per second, or in parts.',
        );
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
