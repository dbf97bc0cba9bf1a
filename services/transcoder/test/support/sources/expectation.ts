import { numberOf, type SourceSpec } from './source-spec.ts';

/** When each frame of a source is due, in seconds from the start of its picture track. */
interface DueFrame {
  number: number;
  time: number;
  /** How long it is displayed. */
  length: number;
}

/** Beeps last this long, in seconds. */
export const BEEP_SECONDS = 0.15;
const FIRST_BEEP_SECONDS = 0.4;

/** Key frames of the generated codecs are at most this many frames apart. */
export const KEY_FRAMES = 25;
/** Frames that an edit list skips. */
export const CUT_FRAMES = 12;
/** The part of a stream that is missing from a recording that starts between key frames. */
export const MISSING_SHARE = 0.4;

/** Returns how many frames at the beginning are in the file, but not to be displayed. */
function hiddenFrames({ layout }: SourceSpec): number {
  return layout === 'edit list' ? CUT_FRAMES : 0;
}

/** Returns the frames of a source in the order in which they are displayed. */
function dueFrames(spec: SourceSpec): DueFrame[] {
  const numbers = encodedFrames(spec).filter((number) => number >= hiddenFrames(spec));
  return numbers.map((number, index) => {
    const time = timeOf(spec, number);
    const next = numbers[index + 1];
    const length = next === undefined ? 1 / numberOf(spec.rate) : timeOf(spec, next) - time;
    return { number: spec.fields ? 2 * number : number, time, length };
  });
}

/** Returns the numbers of the frames that are encoded. */
function encodedFrames({ frames, times }: SourceSpec): number[] {
  const numbers = Array.from({ length: frames }, (_, number) => number);
  return times === 'gaps' ? numbers.filter((number) => number % 7 !== 3) : numbers;
}

/** Returns the time of a frame in seconds. */
function timeOf({ frames, rate, times }: SourceSpec, number: number): number {
  const [perSecond, half] = [numberOf(rate), Math.floor(frames / 2)];
  const even = number / perSecond;
  if (times === 'jitter') return even + (0.2 / perSecond) * Math.sin(1.7 * number);
  if (times === 'slowing' && number > half) return half / perSecond + (3 * (number - half)) / perSecond;
  if (times === 'pause' && number > half) return even + 2.2;
  return even;
}

/** Returns filters that give numbered frames the times of a source. */
export function timesFilters({ frames, rate, times }: SourceSpec): string[] {
  const half = Math.floor(frames / 2);
  const numbers = {
    jitter: 'N+0.2*sin(1.7*N)',
    slowing: `if(lte(N,${half}),N,${half}+3*(N-${half}))`,
    pause: `N+if(gt(N,${half}),2.2*${rate},0)`,
  };
  if (times === 'constant') return [];
  if (times === 'gaps') return ["select='not(eq(mod(n,7),3))'", 'settb=1/90000'];
  return ['settb=1/90000', `setpts='STARTPTS+round((${numbers[times]})/(${rate})/TB)'`];
}

/** Returns the end of the last frame in seconds from the first one. */
function pictureSeconds(spec: SourceSpec): number {
  const last = dueFrames(spec).at(-1)?.time ?? 0;
  return last + 1 / numberOf(spec.rate);
}

/** Returns how long the sound of a source lasts. */
export function soundSeconds(spec: SourceSpec): number {
  return Math.max(0.7, pictureSeconds(spec) + (spec.sound?.excessSeconds ?? 0));
}

/** Returns when beeps start within the sound, in seconds. */
export function beepsInSound(spec: SourceSpec): number[] {
  const last = soundSeconds(spec) - 0.3;
  return last > FIRST_BEEP_SECONDS + 0.5 ? [FIRST_BEEP_SECONDS, last] : [FIRST_BEEP_SECONDS];
}

/** The expected output of a player. */
export interface Expectation {
  frames: DueFrame[];
  /** The time of the first frame in the video, later than 0 if sound comes first; undefined if it is not known. */
  leadSeconds: number | undefined;
  /** End of the video. */
  endSeconds: number;
  /** Starts of the beeps in the video. */
  beeps: number[];
  /** Number of further beeps that may be heard because the video begins or ends during them. */
  cutBeeps: number;
  /** Ratio of width to height. */
  aspect: number;
  /** How far frames may be from their time. */
  slackSeconds: number;
  /** How many of the first frames may be missing. */
  mayMiss: number;
}

/** Sound that starts earlier than this before the picture is part of the video; also that which ends this much later. */
const NOTICED_SECONDS = 0.25;

/** Frames of slower sources are repeated. */
const SLOWEST = 5;

/** Returns what a player should show of a source. */
export function expectationOf(spec: SourceSpec): Expectation {
  const all = dueFrames(spec);
  const first = all[0]?.time ?? 0;
  const frames = all.map((frame) => ({ ...frame, time: frame.time - first }));
  const delay = (spec.sound?.delaySeconds ?? 0) - first;
  const rate = numberOf(spec.rate);
  const perSecond = rate < SLOWEST ? rate * Math.ceil(SLOWEST / rate) : rate;
  const isWhole = spec.layout !== 'between key frames';
  const hasLead = delay < -NOTICED_SECONDS && !hiddenFrames(spec) && isWhole;
  const lead = hasLead ? Math.ceil(-delay * perSecond - 1e-6) / perSecond : 0;
  const picture = lead + pictureSeconds(spec) - first;
  const sound = spec.sound ? lead + delay + soundSeconds(spec) : 0;
  const endSeconds = sound - picture > NOTICED_SECONDS ? sound : picture;
  const beeps = spec.sound ? beepsInSound(spec).map((beep) => lead + delay + beep) : [];
  return {
    ...{ frames, endSeconds, aspect: aspectOf(spec) },
    leadSeconds: isWhole ? lead : undefined,
    beeps: beeps.filter((beep) => beep > 0 && beep + BEEP_SECONDS < endSeconds),
    cutBeeps: beeps.filter((beep) => isWithin(0, beep) || isWithin(endSeconds, beep)).length,
    slackSeconds: slackOf(spec),
    mayMiss: isWhole ? 0 : missingFrames(spec) + KEY_FRAMES,
  };
}

/**
 * Returns how many frames may be in the missing part of a recording: in proportion to its bytes, with a margin, since
 * frames differ in size.
 */
function missingFrames({ frames, rate, sound }: SourceSpec): number {
  const alone = Math.max(0, sound?.excessSeconds ?? 0) * numberOf(rate);
  return Math.ceil((frames + alone) * (MISSING_SHARE + 0.1));
}

function isWithin(time: number, beep: number): boolean {
  return beep <= time && time <= beep + BEEP_SECONDS;
}

function aspectOf({ width, height, aspect, format, rotation }: SourceSpec): number {
  const ratio = aspect ? numberOf(aspect.ratio) : (width / height) * numberOf(format.pixelShape ?? '1');
  return rotation % 180 === 0 ? ratio : 1 / ratio;
}

function slackOf({ times, rate }: SourceSpec): number {
  const frame = 1 / numberOf(rate);
  if (times !== 'constant') return frame / 3 + 0.002; // frames are put on a grid if they are this close to it
  return 0.01;
}
