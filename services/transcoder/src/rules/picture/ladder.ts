import { catalog } from '@larksong/contracts';

import {
  decimationFor,
  divideRate,
  formatFrameRate,
  framesPerSecond,
  type FrameRate,
} from '../timing/frame-rate.ts';

/** Maximum length of a rung's longer side, so that unusual aspect ratios stay decodable everywhere. */
const LONGEST_SIDE = 2560;

/** Peak bitrates for 16:9 at up to 30 frames per second, in bits per second, and maximum frame rates. */
const TARGETS = {
  '1080p': { shorterSide: 1080, maxBitrate: 5_000_000, frameRateCap: 60 },
  '720p': { shorterSide: 720, maxBitrate: 2_800_000, frameRateCap: 60 },
  '480p': { shorterSide: 480, maxBitrate: 1_400_000, frameRateCap: 30 },
  '360p': { shorterSide: 360, maxBitrate: 800_000, frameRateCap: 30 },
} as const satisfies Record<
  catalog.Resolution,
  { shorterSide: number; maxBitrate: number; frameRateCap: number }
>;

/** H.264 levels: maximum macroblocks per picture and per second (ITU-T H.264, table A-1). */
const LEVELS = [
  { level: 30, picture: 1620, second: 40_500 },
  { level: 31, picture: 3600, second: 108_000 },
  { level: 32, picture: 5120, second: 216_000 },
  { level: 40, picture: 8192, second: 245_760 },
  { level: 42, picture: 8704, second: 522_240 },
  { level: 50, picture: 22_080, second: 589_824 },
] as const;

export interface Picture {
  /** As displayed: rotated, with square pixels. */
  width: number;
  height: number;
  frameRate: FrameRate;
}

/**
 * Returns the rungs of a video from the largest to the smallest: the chosen ones by the shorter side, never larger than
 * the source. If all chosen ones are larger, returns one rung of the source's size under the smallest name.
 */
export function pickLadder(picture: Picture, chosen: readonly catalog.Resolution[]): catalog.Rung[] {
  const wanted = catalog.RESOLUTIONS.filter((resolution) => chosen.includes(resolution));
  const names = wanted.length > 0 ? wanted : catalog.DEFAULT_RESOLUTIONS;
  const shorter = Math.min(picture.width, picture.height);
  const fitting = names.filter((name) => TARGETS[name].shorterSide <= shorter);
  const smallest = names.at(-1);
  if (fitting.length === 0) return smallest ? [toRung(smallest, picture, shorter)] : [];
  const rungs: catalog.Rung[] = [];
  let { frameRate } = picture;
  for (const name of fitting) {
    frameRate = cappedRate(frameRate, name); // from the larger rung, so that its frames include this one's
    rungs.push(toRung(name, { ...picture, frameRate }, TARGETS[name].shorterSide));
  }
  return rungs;
}

function cappedRate(rate: FrameRate, resolution: catalog.Resolution): FrameRate {
  return divideRate(rate, decimationFor(rate, TARGETS[resolution].frameRateCap));
}

function toRung(resolution: catalog.Resolution, picture: Picture, shorterSide: number): catalog.Rung {
  const target = TARGETS[resolution];
  const { width, height } = fit(picture, shorterSide);
  const frameRate = cappedRate(picture.frameRate, resolution);
  const maxBitrate = peakRate(target, { width, height, frameRate });
  return {
    resolution,
    width,
    height,
    frameRate: formatFrameRate(frameRate),
    maxBitrate,
    bufferBits: maxBitrate * 2,
    codecs: `avc1.6400${levelOf({ width, height, frameRate }).toString(16)}`,
  };
}

/** Scales to the shorter side, keeps the aspect ratio, and rounds to even sizes. */
function fit(picture: Picture, shorterSide: number): { width: number; height: number } {
  const scale = Math.min(
    shorterSide / Math.min(picture.width, picture.height),
    LONGEST_SIDE / Math.max(picture.width, picture.height),
  );
  return { width: even(picture.width, scale), height: even(picture.height, scale) };
}

/** Returns the nearest even length that is not larger than the source's. */
function even(length: number, scale: number): number {
  return Math.max(2, Math.min(Math.round((length * scale) / 2), Math.floor(length / 2)) * 2);
}

/** Returns the peak bitrate in steps of 1000: higher for wider and faster pictures, lower for smaller ones. */
function peakRate(target: { shorterSide: number; maxBitrate: number }, picture: Picture): number {
  const area = (picture.width * picture.height) / ((target.shorterSide * target.shorterSide * 16) / 9);
  const speed = framesPerSecond(picture.frameRate) > 33 ? 1.5 : 1;
  return Math.max(200, Math.round((target.maxBitrate * Math.min(2, area ** 0.75) * speed) / 1000)) * 1000;
}

/** Returns the lowest H.264 level that fits the picture, times ten. */
export function levelOf(picture: Picture): number {
  const blocks = Math.ceil(picture.width / 16) * Math.ceil(picture.height / 16);
  const perSecond = blocks * framesPerSecond(picture.frameRate);
  const fitting = LEVELS.find((level) => blocks <= level.picture && perSecond <= level.second * 1.001);
  return (fitting ?? LEVELS[LEVELS.length - 1])?.level ?? 50;
}
