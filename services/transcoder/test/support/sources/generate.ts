import { createRandom, type Random } from '@larksong/service-kit/testing/random';

import { AUDIO_FORMATS } from './audio-formats.ts';
import { numberOf, type SourceSpec } from './source-spec.ts';
import { TRAITS } from './traits.ts';
import { VIDEO_FORMATS, type Container, type VideoFormat } from './video-formats.ts';

/** Every codec in each of its containers; first each codec in its usual container, then in the next one, and so on. */
const PAIRS = VIDEO_FORMATS.flatMap((format) =>
  format.containers.map((container, turn) => ({ format, container, turn })),
).toSorted((a, b) => a.turn - b.turn);

/** Three segments, so that chunks are joined. */
const LONG_SECONDS = 9.4;

/** Returns a source of a few seconds that depends on nothing but its arguments; every fifth is longer if `isLong`. */
export function specOf(seed: number, number: number, { isLong = false } = {}): SourceSpec {
  const random = createRandom(seed * 7919 + number);
  const pair = PAIRS[number % PAIRS.length];
  if (!pair) throw new Error('there are no codecs');
  const seconds = isLong && random.chance(0.2) ? LONG_SECONDS : random.pick([2, 2.4]);
  const spec = plainSpec(random, { seed, number, ...pair, seconds });
  const names = Object.keys(TRAITS);
  const main = names[(number * 5 + seed) % names.length];
  for (const name of [main, ...names.filter((each) => each !== main && random.chance(0.06))]) {
    const trait = TRAITS[name ?? ''];
    if (!trait?.fits(spec)) continue;
    trait.apply(spec, random);
    spec.traits.push(name ?? '');
  }
  return spec;
}

/** Returns a source of three segments that is damaged afterwards. */
export function damagedSpecOf(seed: number, number: number): SourceSpec {
  const random = createRandom(seed * 7919 + number);
  const pair = random.pick(PAIRS.filter(({ format }) => !format.isRefused && !format.sizes));
  const spec = plainSpec(random, { seed, number, ...pair, seconds: LONG_SECONDS });
  return { ...spec, damage: random.pick(['cut off', 'flipped bits', 'a zeroed block', 'junk at the end']) };
}

/** Codecs whose pictures may follow each other at any rate, in containers that state their times. */
const SLOW_PAIRS = PAIRS.filter(
  ({ format, container }) =>
    !format.isRefused && !format.rates && !format.sizes && !/avi|flv/.test(container) && format.hasFreeTimes,
);

/** Returns a source of a few pictures, each shown for seconds. */
export function slidesSpecOf(seed: number, number: number): SourceSpec {
  const random = createRandom(seed * 7919 + number);
  const pair = random.pick(SLOW_PAIRS);
  const rate = random.pick(['1/2', '1/3', '1/5', '1/8']);
  const spec = plainSpec(random, { seed, number, ...pair, seconds: 1 });
  return { ...spec, rate, frames: random.whole(2, 4), traits: ['slow slides'] };
}

/** Returns a recording that was cut off at a random byte. */
export function cutOffSpecOf(seed: number, number: number): SourceSpec {
  return { ...damagedSpecOf(seed, number), damage: 'cut off' };
}

/** Sizes of large pictures; the last one is not accepted. */
const LARGE = [
  [1280, 720],
  [1920, 1080],
  [1080, 1920],
  [3840, 2160],
  [4096, 4096],
  [7680, 4320],
] as const;

/** Returns sources with a few large pictures in the usual codec. */
export function largeSpecs(seed: number): SourceSpec[] {
  const [pair] = PAIRS;
  if (!pair) throw new Error('there are no codecs');
  return LARGE.map(([width, height], index) => ({
    ...plainSpec(createRandom(seed), { seed, number: index, ...pair, seconds: 1 }),
    ...{ width, height, pixels: 'yuv420p', rate: '25', frames: 5, traits: ['a large picture'] },
  }));
}

function plainSpec(
  random: Random,
  of: { seed: number; number: number; format: VideoFormat; container: Container; seconds: number },
): SourceSpec {
  const { format, container } = of;
  const [width, height] = format.sizes
    ? random.pick(format.sizes)
    : random.pick([
        [160, 96],
        [128, 128],
        [192, 96],
      ] as const);
  const rate = random.pick(format.rates ?? ['25', '30', '30000/1001', '24', '24000/1001', '50', '15']);
  const audio = random.pick(
    AUDIO_FORMATS[container].filter((one) => one.isUnheard !== true || random.chance(0.2)),
  );
  return {
    ...{ seed: of.seed, number: of.number, format, container, width, height, rate },
    pixels: random.chance(0.5) ? (format.pixels[0] ?? '') : random.pick(format.pixels),
    rotation: 0,
    frames: Math.round(of.seconds * numberOf(rate)),
    times: 'constant',
    colours: 'untagged',
    isFullRange: false,
    sound: {
      format: audio,
      channels: audio.channels?.includes(2) === false ? (audio.channels[0] ?? 2) : 2,
      delaySeconds: 0,
      excessSeconds: 0,
    },
    startSeconds: 0,
    extras: [],
    traits: [],
  };
}
