import { BEEP_SECONDS, type Expectation } from './expectation.ts';
import { PITCH } from './make-source.ts';
import { colourError, isUpright } from './picture.ts';
import { numberOf, type SourceSpec } from './source-spec.ts';
import type { Beep, Watched } from './watch.ts';

const SOUND_SLACK_SECONDS = 0.02;
/** If sound comes first, the picture begins on the grid of its frames. */
const LEAD_SLACK_SECONDS = 0.15;
/** Every how many frames colours are compared. */
const COLOUR_STEP = 10;

/** How far lossy encoding may move colours; tone mapping also changes their brightness. */
const COLOUR_ERROR = 14;

/**
 * Returns everything in which a video differs from what its source should look like; empty if it is right. `perSecond` is
 * the frame rate of its size.
 */
export function compare(
  spec: SourceSpec,
  wanted: Expectation,
  made: Watched & { perSecond: number },
): string[] {
  const watched = spec.fields ? { ...made, frames: made.frames.map(toFirstField) } : made;
  const offset = findOffset(wanted, watched);
  if (typeof offset === 'string') return [offset];
  return [
    ...compareFrames(wanted, watched, { offset, ...slotOf(spec, made.perSecond) }),
    ...compareColours(spec, watched),
    ...compareSound(spec, wanted, { beeps: watched.beeps, shift: offset - (wanted.leadSeconds ?? 0) }),
  ];
}

/** Returns how late frames may be displayed, and their distance, if a size has fewer frames than its source. */
function slotOf({ rate }: SourceSpec, perSecond: number): { lateness: number; slotSeconds?: number } {
  const [slotSeconds, sourceSeconds] = [1 / perSecond, 1 / numberOf(rate)];
  const lateness = slotSeconds - sourceSeconds;
  return lateness > 1e-6 ? { lateness, slotSeconds } : { lateness: 0 };
}

/** Where two fields differ, either may be seen in the frame made of them. */
function toFirstField<Frame extends { number: number | undefined }>(frame: Frame): Frame {
  return frame.number === undefined ? frame : { ...frame, number: frame.number & ~1 };
}

/** Returns the time at which the first frame of the source is displayed, or would have been if it were there. */
function findOffset(wanted: Expectation, { frames }: Watched): number | string {
  const [first] = frames;
  if (!first) return 'no frames';
  if (first.number === undefined) return 'the first frame is unreadable';
  if (Math.abs(first.time) > 1e-6) return `the first frame is displayed at ${first.time}`;
  const { leadSeconds } = wanted;
  // The first frame may begin before its time, because there is nothing else to show.
  const offsets = frames.slice(1).flatMap(({ number, time }, index) => {
    const due = wanted.frames.find((frame) => frame.number === number);
    return due && number !== frames[index]?.number ? [time - due.time] : [];
  });
  const offset = offsets.sort((a, b) => a - b)[Math.floor(offsets.length / 2)] ?? leadSeconds;
  if (offset === undefined) return `the video starts with frame ${first.number}`;
  if (leadSeconds === undefined) return offset;
  const difference = Math.abs(offset - leadSeconds);
  if (difference <= wanted.slackSeconds) return leadSeconds;
  const isNear = leadSeconds > 0 && difference <= LEAD_SLACK_SECONDS;
  return isNear ? offset : `the picture begins at ${offset.toFixed(3)} instead of ${leadSeconds.toFixed(3)}`;
}

function compareFrames(
  wanted: Expectation,
  { frames }: Watched,
  { offset, lateness, slotSeconds }: { offset: number; lateness: number; slotSeconds?: number },
): string[] {
  const problems: string[] = [];
  const { slackSeconds } = wanted;
  const due = wanted.frames.map((frame) => ({ ...frame, time: frame.time + offset }));
  const seen = new Set<number>();
  const steps = frames.slice(1).map(({ time }, index) => time - (frames[index]?.time ?? 0));
  const shortest = slotSeconds ?? Math.min(...steps, Infinity);
  for (const { number, time } of frames) {
    const frame = due.find((each) => each.number === number);
    if (number === undefined || !frame) {
      problems.push(`an unreadable frame at ${time.toFixed(3)}`);
      continue;
    }
    const end = frame === due.at(-1) ? wanted.endSeconds + offset + 0.1 : frame.time + frame.length;
    // A frame that lasts long may be shown several times, and one of a fast source later.
    const isAgain = seen.has(number) || number === frames[0]?.number;
    const latest = isAgain ? end - 0.02 : frame.time + lateness;
    const isEarly = !isAgain && time < frame.time - slackSeconds;
    if (isEarly || time > latest + slackSeconds)
      problems.push(`frame ${number} is displayed at ${time.toFixed(3)} instead of ${frame.time.toFixed(3)}`);
    seen.add(number);
  }
  const missing = due.slice(wanted.mayMiss).filter(({ number, time }) => {
    if (seen.has(number)) return false;
    // Sources with a high frame rate lose frames that follow another too soon for pictures of this size, or, after a pause,
    // that are followed by another too soon.
    const before = due.findLast((one) => one.time < time && seen.has(one.number));
    const next = due.find((one) => one.time > time && seen.has(one.number));
    const isReplaced = slotSeconds !== undefined && (next?.time ?? Infinity) - time < slotSeconds * 0.9;
    return !isReplaced && time - (before?.time ?? -Infinity) > shortest * 0.9;
  });
  if (missing.length > 0)
    problems.push(`frames are missing: ${missing.map(({ number }) => number).join(' ')}`);
  return summarize(problems);
}

function compareColours(spec: SourceSpec, { frames }: Watched): string[] {
  const isToneMapped = spec.colours === 'pq' || spec.colours === 'hlg';
  const { format, height, pixels } = spec;
  // The cells of small pictures are hardly larger than the blocks of lossy codecs; those of tiny ones have two chroma
  // samples in each direction, which CRF 23 almost blends with their neighbours.
  const smallness = height <= 16 ? 36 : height < 64 ? 14 : 0;
  const allowed = COLOUR_ERROR + (format.colourError ?? 0) + (/555/.test(pixels) ? 8 : 0) + smallness;
  const isGrey = pixels === 'gray';
  const problems = frames
    .filter((_, index) => index % COLOUR_STEP === 0)
    .flatMap((frame) => {
      if (isGrey) return [];
      if (!isUpright(frame)) return ['the picture is not upright'];
      if (isToneMapped) return [];
      const { cell, error } = colourError(frame, () => true);
      return error > allowed
        ? [`the colour of cell ${cell} is off by ${error.toFixed(0)}: ${frame.cells[cell]?.join(' ')}`]
        : [];
    });
  return summarize(problems);
}

function compareSound(
  spec: SourceSpec,
  wanted: Expectation,
  heard: { beeps: Beep[] | undefined; shift: number },
): string[] {
  const { sound } = spec;
  if (!sound) return heard.beeps === undefined ? [] : ['sound in a video without sound'];
  if (heard.beeps === undefined) return ['no sound'];
  const lag = sound.format.lag ?? 0;
  const begins = wanted.beeps.map((beep) => beep + heard.shift);
  const problems = begins.flatMap((due) => {
    if (due <= 0) return []; // it is in the part that is missing
    const found = heard.beeps?.toSorted((a, b) => Math.abs(a.start - due) - Math.abs(b.start - due))[0];
    if (!found) return ['no beep'];
    const late = found.start - due;
    if (late < -SOUND_SLACK_SECONDS || late > SOUND_SLACK_SECONDS + lag)
      return [`the beep at ${due.toFixed(3)} is off by ${late.toFixed(3)} s`];
    const isRight = Math.abs(found.pitch - PITCH.right) < 150;
    return isRight ? [] : [`the beep has a pitch of ${found.pitch} Hz`];
  });
  const gone = begins.filter((begin) => begin + BEEP_SECONDS <= 0).length;
  const extra = heard.beeps.length - wanted.beeps.length + gone - wanted.cutBeeps;
  return [...problems, ...(extra > 0 ? [`${extra} beeps too many`] : [])];
}

function summarize(problems: string[]): string[] {
  return problems.length > 3 ? [...problems.slice(0, 3), `${problems.length - 3} more`] : problems;
}
