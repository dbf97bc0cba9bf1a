/** A packet or a decoded frame; times in seconds from the beginning of the video. */
export interface Listed {
  time: number;
  duration: number;
}

/** The packets and frames that a run has read and decoded, in order. */
export interface Lists {
  packets: readonly Listed[];
  decoded: readonly Listed[];
}

/** The part of the video that a unit publishes. */
interface Window {
  startSeconds: number;
  endSeconds: number;
}

/** Sound may overlap by this much where packets have rounded times. */
const OVERLAP_SECONDS = 0.03;
/** Into a shorter gap, ffmpeg inserts no silence, so that what follows begins where the sound before it ends. */
const BRIDGED_SECONDS = 0.1;
/** Lines of ffmpeg's log about packets that it could not decode. */
const UNDECODED = /Error while decoding|Error submitting packet|Decoding error/;

/**
 * Returns how many frames were read but are not published: those whose times go back, which do not fit between others, and
 * those that could not be decoded. Without an error in the log, a packet without a frame was not meant to be shown.
 */
export function lostFrames(lists: Lists, window: Window, log: string): { lost: number; read: number } {
  const inside = ({ time }: Listed) => time >= window.startSeconds && time < window.endSeconds;
  const [packets, frames] = [lists.packets.filter(inside), lists.decoded.filter(inside)];
  const undecoded = UNDECODED.test(log) ? Math.max(0, packets.length - frames.length) : 0;
  let [latest, back] = [-Infinity, 0];
  for (const { time } of lists.decoded) {
    if (time < latest - 0.001 && time < window.endSeconds) back += 1;
    latest = Math.max(latest, time);
  }
  return { lost: undecoded + back, read: Math.max(packets.length, frames.length + back) };
}

/** Returns how many seconds of sound were read but are not published, for the same reasons. */
export function lostSound(lists: Lists, window: Window, log: string): number {
  const inside = ({ time }: Listed) => time >= window.startSeconds && time < window.endSeconds;
  const decoded = lists.decoded.filter(inside);
  const undecoded = UNDECODED.test(log) ? secondsOf(lists.packets.filter(inside)) - secondsOf(decoded) : 0;
  let [latest, back] = [-Infinity, 0];
  for (const { time, duration } of decoded) {
    const overlap = Math.min(latest - time, duration);
    if (overlap > Math.min(OVERLAP_SECONDS, duration * 0.9)) back += overlap;
    const isBridged = time > latest && time - latest < BRIDGED_SECONDS;
    latest = isBridged ? latest + duration : Math.max(latest, time + duration);
  }
  return Math.max(0, undecoded) + back;
}

function secondsOf(listed: readonly Listed[]): number {
  return listed.reduce((sum, { duration }) => sum + duration, 0);
}

const MOST_SHARE = 0.005;
/** Seconds of sound of a unit that may be missing. */
export const MOST_SOUND_SECONDS = 0.5;

/** Returns true if more frames are missing than may be: one, or 0.5 %. */
export function areTooMany({ lost, read }: { lost: number; read: number }): boolean {
  return lost > Math.max(1, read * MOST_SHARE);
}
