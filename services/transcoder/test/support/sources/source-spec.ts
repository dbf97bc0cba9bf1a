import type { AudioFormat } from './audio-formats.ts';
import type { Container, VideoFormat } from './video-formats.ts';

/** When frames are displayed; `constant` at a constant rate. */
type FrameTimes = 'constant' | 'gaps' | 'jitter' | 'slowing' | 'pause';
type Colours = 'untagged' | 'bt601' | 'bt709' | 'bt2020' | 'pq' | 'hlg';
type Extra = 'subtitles' | 'cover' | 'chapters' | 'time code' | 'data';

type Damage = 'cut off' | 'flipped bits' | 'a zeroed block' | 'junk at the end';

interface Sound {
  format: AudioFormat;
  channels: number;
  /** Start relative to the picture in seconds; negative if it begins before it. */
  delaySeconds: number;
  /** How much longer than the picture it lasts in seconds; negative if it is shorter. */
  excessSeconds: number;
  /** A further track, in which the beep has another pitch. */
  second?: 'other' | 'default';
}

/** Everything about a generated source. */
export interface SourceSpec {
  seed: number;
  number: number;
  format: VideoFormat;
  container: Container;
  pixels: string;
  /** As encoded, before any rotation. */
  width: number;
  height: number;
  /** Ratio of width to height when displayed, before any rotation, if pixels are not square. */
  aspect?: { ratio: string; where: 'stream' | 'container' };
  rotation: 0 | 90 | 180 | 270;
  rate: string;
  frames: number;
  times: FrameTimes;
  fields?: 'top' | 'bottom';
  colours: Colours;
  isFullRange: boolean;
  sound: Sound | undefined;
  startSeconds: number;
  extras: Extra[];
  layout?: 'fragments' | 'live' | 'open groups' | 'edit list' | 'between key frames';
  /** The damage done to the file afterwards. */
  damage?: Damage;
  /** The names of everything unusual. */
  traits: string[];
}

/** Returns the value of a fraction. */
export function numberOf(fraction: string): number {
  const [numerator = 0, denominator = 1] = fraction.split('/').map(Number);
  return numerator / denominator;
}

/** Describes a source in one line. */
export function describeSource(spec: SourceSpec): string {
  const { format, container, damage, pixels, width, height, rate, frames, sound } = spec;
  const traits = damage ? [...spec.traits, damage] : spec.traits;
  const picture = `${format.codec} ${pixels} ${width}×${height}, ${frames} frames at ${rate}`;
  const audio = sound ? sound.format.encode.split(' ')[0] : 'no sound';
  return `${container}: ${picture}, ${audio}${traits.length > 0 ? `; ${traits.join(', ')}` : ''}`;
}

/** Returns true if a source must not be accepted: its picture is too large, or its codec is not allowed. */
export function isToBeRefused({ format, height, width }: SourceSpec): boolean {
  return format.isRefused === true || width * height > 4096 * 4096;
}

/** Returns the settings that recreate the same source. */
export function nameSource({ seed, number }: Pick<SourceSpec, 'seed' | 'number'>): string {
  return `SEED=${seed} SOURCES=${number}`;
}
