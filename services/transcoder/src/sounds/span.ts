/** Part of a recording in samples; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

const WINDOW_SECONDS = 0.01;
/**
 * Anything this much below the loudest moment counts as silence: quieter than the end of a word, louder than a room.
 */
const BELOW_LOUDEST_DB = 35;
/** Anything quieter than this counts as silence, in dBFS. */
const SILENCE_DB = -60;
/** Minimum number of loud windows at the start and end of a sound; the click of a button is shorter. */
const MIN_WINDOWS = 3;
/** Silence kept at both ends. */
const KEEP_SECONDS = 0.06;
const FADE_IN_SECONDS = 0.005;
const FADE_OUT_SECONDS = 0.03;

/**
 * Returns the sound of a mono recording without the silence at both ends, at most `maxSeconds` long; undefined if there
 * is only silence. `rate` is in samples per second.
 */
export function findSpan(
  samples: Float32Array,
  { rate, maxSeconds }: { rate: number; maxSeconds: number },
): Span | undefined {
  const size = Math.max(1, Math.round(WINDOW_SECONDS * rate));
  const levels = measureLevels(samples, size);
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  if (loudest < fromDecibels(SILENCE_DB)) return undefined;
  const threshold = Math.max(fromDecibels(SILENCE_DB), loudest * fromDecibels(-BELOW_LOUDEST_DB));
  const isLoud = levels.map((level) => level >= threshold);
  const first = Math.max(0, findRun(isLoud));
  const last = isLoud.length - 1 - Math.max(0, findRun(isLoud.toReversed()));
  const keep = Math.round(KEEP_SECONDS * rate);
  const start = Math.max(0, first * size - keep);
  const end = Math.min(samples.length, (last + 1) * size + keep, start + Math.floor(maxSeconds * rate));
  return { start, end };
}

/** Returns a copy of a span's samples, faded in and out so that the cut is not audible as a click. */
export function cutOut(samples: Float32Array, span: Span, rate: number): Float32Array {
  const cut = samples.slice(span.start, span.end);
  const fadeIn = Math.min(cut.length, Math.round(FADE_IN_SECONDS * rate));
  const fadeOut = Math.min(cut.length, Math.round(FADE_OUT_SECONDS * rate));
  for (let index = 0; index < fadeIn; index += 1) cut[index] = (cut[index] ?? 0) * (index / fadeIn);
  for (let index = 0; index < fadeOut; index += 1) {
    const position = cut.length - 1 - index;
    cut[position] = (cut[position] ?? 0) * (index / fadeOut);
  }
  return cut;
}

/** Returns the root mean square of each window. */
function measureLevels(samples: Float32Array, size: number): number[] {
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += size) {
    const window = samples.subarray(start, start + size);
    let sum = 0;
    for (const sample of window) sum += Number.isFinite(sample) ? sample * sample : 0;
    levels.push(Math.sqrt(sum / window.length));
  }
  return levels;
}

/** Returns the start of the first loud stretch that is long enough, else the first loud window; -1 if there is none. */
function findRun(isLoud: boolean[]): number {
  let length = 0;
  for (const [index, loud] of isLoud.entries()) {
    length = loud ? length + 1 : 0;
    if (length === MIN_WINDOWS) return index - MIN_WINDOWS + 1;
  }
  return isLoud.indexOf(true);
}

function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}
