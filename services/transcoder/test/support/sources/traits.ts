import type { Random } from '@larksong/service-kit/testing/random';

import { CUT_FRAMES, KEY_FRAMES } from './expectation.ts';
import { NUMBERS } from './picture.ts';
import { numberOf, type SourceSpec } from './source-spec.ts';
import type { Container } from './video-formats.ts';

/** Something unusual about a source. */
interface Trait {
  fits: (spec: SourceSpec) => boolean;
  apply: (spec: SourceSpec, random: Random) => void;
}

const MP4: readonly Container[] = ['mp4', 'm4v', 'mov'];
const MATROSKA: readonly Container[] = ['mkv', 'webm'];
const STREAMS: readonly Container[] = ['ts', 'm2ts', 'mpg', 'vob'];
/** Containers that state the time of each frame. */
const TIMED: readonly Container[] = [...MP4, ...MATROSKA, ...STREAMS, '3gp', '3g2', 'f4v', 'flv', 'wmv'];

const isIn = (containers: readonly Container[]) => (spec: SourceSpec) => containers.includes(spec.container);
const hasSound = ({ sound }: SourceSpec) => sound !== undefined;
const isFree = ({ format }: SourceSpec) => format.sizes === undefined;
const isPlain = ({ times, layout, frames }: SourceSpec) =>
  times === 'constant' && layout === undefined && frames > 1;
const startsWithPictures = ({ sound }: SourceSpec) => (sound?.delaySeconds ?? 0) >= 0;

function both(...conditions: ((spec: SourceSpec) => boolean)[]): (spec: SourceSpec) => boolean {
  return (spec) => conditions.every((condition) => condition(spec));
}

/** Returns true if the pixel format allows any width and height. */
function canBeOdd({ format, pixels }: SourceSpec): boolean {
  if ((format.step ?? 1) > 1 || format.sizes || format.encode.startsWith('libxvid')) return false;
  if (
    /^(hevc|h264|vp9|av1|rawvideo|utvideo|huffyuv|ffvhuff|dnxhd|v210|cfhd|prores|jpeg2000|flashsv2|wmv2)$/.test(
      format.codec,
    )
  )
    return /444|gray/.test(pixels) && !/prores|dnxhd/.test(format.codec);
  return true;
}

function resize(spec: SourceSpec, width: number, height: number): void {
  const { step = 1, smallest = 16 } = spec.format;
  const fit = (length: number) => Math.max(smallest, Math.ceil(length / step) * step);
  [spec.width, spec.height] = [fit(width), fit(height)];
}

const isTagged = (spec: SourceSpec) =>
  spec.format.hasColours === true && spec.colours === 'untagged' && /^yuv(?!a)/.test(spec.pixels);
const canBeHdr = both(
  isTagged,
  ({ pixels, format, container }) =>
    pixels.endsWith('10le') && /hevc|vp9|av1/.test(format.codec) && container !== 'ts',
);

/** Everything unusual that a source can have, by name. */
export const TRAITS: Record<string, Trait> = {
  'an odd size': { fits: canBeOdd, apply: (spec) => resize(spec, 161, 97) },
  portrait: { fits: isFree, apply: (spec) => resize(spec, 96, 160) },
  // The encoder tears such pictures of MS MPEG-4.
  'very wide': {
    fits: both(isFree, ({ format }) => !format.codec.startsWith('msmpeg4')),
    apply: (spec) => resize(spec, 384, 32),
  },
  'a tiny picture': {
    fits: both(isFree, ({ format }) => !/prores|cfhd|svq1|jpeg2000|av1|hevc/.test(format.codec)),
    apply: (spec) => resize(spec, 16, 16),
  },
  'the shape of pixels in the stream': {
    fits: ({ format, aspect }) => format.hasShape === true && aspect === undefined,
    apply: (spec, random) => {
      spec.aspect = { ratio: random.pick(['16/9', '4/3']), where: 'stream' };
    },
  },
  'the shape of pixels in the container': {
    fits: both(isIn([...MP4, ...MATROSKA]), isPlain, ({ aspect }) => aspect === undefined),
    apply: (spec, random) => {
      spec.aspect = { ratio: random.pick(['16/9', '4/3', '5/2']), where: 'container' };
    },
  },
  'turned by 90°': { fits: isIn(MP4), apply: (spec) => void (spec.rotation = 90) },
  'turned by 180°': { fits: isIn(MP4), apply: (spec) => void (spec.rotation = 180) },
  'turned by 270°': { fits: isIn([...MP4, '3gp']), apply: (spec) => void (spec.rotation = 270) },
  '60 frames per second': {
    fits: both(isPlain, ({ format }) => !format.rates),
    apply: (spec) => Object.assign(spec, { rate: '60', frames: 120 }),
  },
  'two frames per second': {
    // Pictures of this rate cannot begin where the sound of another rate expects them.
    fits: both(isPlain, startsWithPictures, ({ format }) => !format.rates),
    apply: (spec) => Object.assign(spec, { rate: '2', frames: 5 }),
  },
  'missing frames': variable('gaps'),
  'trembling times': variable('jitter'),
  'a falling rate': variable('slowing'),
  'a pause': variable('pause'),
  fields: {
    fits: both(isPlain, isFree, ({ format, rate }) => format.hasFields === true && rate !== '50'),
    apply: (spec, random) => {
      resize(spec, 160, 96);
      spec.frames = Math.min(spec.frames, NUMBERS / 2);
      spec.fields = random.pick(['top', 'bottom']);
    },
  },
  'BT.601': { fits: isTagged, apply: (spec) => void (spec.colours = 'bt601') },
  'BT.709': { fits: isTagged, apply: (spec) => void (spec.colours = 'bt709') },
  'BT.2020': { fits: isTagged, apply: (spec) => void (spec.colours = 'bt2020') },
  'full range': {
    fits: both(isTagged, ({ format }) => format.codec === 'h264'),
    apply: (spec) => Object.assign(spec, { colours: 'bt709', isFullRange: true }),
  },
  'high dynamic range (PQ)': { fits: canBeHdr, apply: (spec) => void (spec.colours = 'pq') },
  'high dynamic range (HLG)': { fits: canBeHdr, apply: (spec) => void (spec.colours = 'hlg') },
  'no sound': { fits: hasSound, apply: (spec) => void (spec.sound = undefined) },
  mono: channels(1),
  'surround sound': channels(6),
  'late sound': {
    fits: both(hasSound, isPlain, isIn(TIMED)),
    apply: ({ sound }) => void (sound && (sound.delaySeconds = 0.6)),
  },
  'early sound': {
    fits: both(hasSound, isPlain, isIn(TIMED)),
    apply: ({ rate, sound }) =>
      void (sound && (sound.delaySeconds = -Math.ceil(0.6 * numberOf(rate)) / numberOf(rate))),
  },
  'long sound': {
    fits: both(hasSound, isPlain),
    apply: ({ sound }) => void (sound && (sound.excessSeconds = 1.7)),
  },
  'short sound': {
    fits: both(hasSound, isPlain),
    apply: ({ sound }) => void (sound && (sound.excessSeconds = -0.8)),
  },
  'a second sound': {
    fits: both(hasSound, isIn([...MP4, ...MATROSKA, ...STREAMS, 'avi'])),
    apply: ({ sound }) => void (sound && (sound.second = 'other')),
  },
  'a second sound that is the default': {
    fits: both(hasSound, isIn(['mp4', 'mov', 'mkv'])),
    apply: ({ sound }) => void (sound && (sound.second = 'default')),
  },
  'one frame': {
    // A single frame of a tiny picture gets too few bits for colours to be recognised.
    fits: both(
      isPlain,
      ({ fields, width }) => !fields && width > 16,
      startsWithPictures, // where the only picture begins after the sound cannot be seen
    ),
    apply: (spec) =>
      Object.assign(spec, { frames: 1, ...(spec.extras.length > 0 ? {} : { sound: undefined }) }),
  },
  'a start after zero': {
    fits: both(isPlain, isIn([...MATROSKA, ...STREAMS])),
    apply: (spec, random) => void (spec.startSeconds = random.pick([3, 100, 3600])),
  },
  'times that wrap around': {
    fits: both(isPlain, isIn(['ts'])),
    apply: (spec) => void (spec.startSeconds = 2 ** 33 / 90_000 - 1),
  },
  subtitles: extra('subtitles', ['mp4', 'mov', ...MATROSKA]),
  'a cover': extra('cover', ['mp4', 'm4v', 'mkv']),
  chapters: extra('chapters', [...MP4, ...MATROSKA, 'ogv']),
  'a time code': extra('time code', ['mov', 'mp4']),
  'a track of data': extra('data', ['ts']),
  fragments: layout('fragments', ['mp4', 'mov']),
  'a live recording': layout('live', MATROSKA),
  'open groups of pictures': {
    fits: both(isPlain, ({ format }) => format.codec === 'h264'),
    apply: (spec) => void (spec.layout = 'open groups'),
  },
  'an edit list that skips the beginning': {
    fits: both(
      isPlain,
      isIn(['mp4', 'mov']),
      ({ extras, sound }) => extras.length === 0 && !sound?.second,
      // Copying writes the list: it skips from the beginning of the first stream on, and loses palettes.
      ({ frames, pixels, sound }) =>
        frames > CUT_FRAMES && pixels !== 'pal8' && (sound?.delaySeconds ?? 0) >= 0,
    ),
    apply: (spec) => void (spec.layout = 'edit list'),
  },
  'a start between key frames': {
    fits: both(
      isPlain,
      isIn(['ts']),
      ({ fields, frames, startSeconds }) => startSeconds === 0 && !fields && frames > KEY_FRAMES,
    ),
    apply: (spec) => void (spec.layout = 'between key frames'),
  },
};

function variable(times: SourceSpec['times']): Trait {
  return {
    fits: both(
      isPlain,
      isIn([...MP4, ...MATROSKA]),
      ({ format, fields }) => format.hasFreeTimes === true && !fields,
      // Sound around the picture puts frames on a grid, and a small rung has every second place of it.
      ({ rate, sound }) =>
        numberOf(rate) <= 30 || !sound || (sound.delaySeconds === 0 && sound.excessSeconds <= 0),
    ),
    apply: (spec) => void (spec.times = times),
  };
}

function channels(count: number): Trait {
  return {
    fits: ({ sound }) => sound !== undefined && sound.format.channels?.includes(count) !== false,
    apply: ({ sound }) => void (sound && (sound.channels = count)),
  };
}

function extra(name: SourceSpec['extras'][number], containers: readonly Container[]): Trait {
  return {
    fits: both(isIn(containers), ({ layout: own }) => own === undefined || own === 'open groups'),
    apply: (spec) => void spec.extras.push(name),
  };
}

function layout(name: NonNullable<SourceSpec['layout']>, containers: readonly Container[]): Trait {
  return {
    fits: both(isPlain, isIn(containers), ({ extras }) => extras.length === 0),
    apply: (spec) => void (spec.layout = name),
  };
}
