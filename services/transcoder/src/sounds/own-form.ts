import { TARGET_LUFS, type Loudness } from '../rules/sound/loudness.ts';

// The sounds of a card as this site and the starter pack have them: MP3 of mono frames with 48 kbit/s and nothing else.

/** Samples per second and samples of a frame by MPEG version (ISO/IEC 11172-3, 13818-3): versions 1 and 2, layer III. */
const RATES: Record<number, { rate: number; samples: number; sideInfoBytes: number }> = {
  0b11: { rate: 44_100, samples: 1152, sideInfoBytes: 17 },
  0b10: { rate: 24_000, samples: 576, sideInfoBytes: 9 },
};
const RATE_INDEX: Record<number, number> = { 0b11: 0, 0b10: 1 };
const BITRATES: Record<number, readonly number[]> = {
  0b11: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  0b10: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const KILOBITS = 48;
const MONO = 0b11;
const HEADER_BYTES = 4;

interface Frame {
  version: number;
  kilobits: number;
  sizeBytes: number;
}

/** Reads the header of a frame; undefined if it is not one of a sound in the site's form. */
function readFrame(file: Buffer, at: number): Frame | undefined {
  if (at + HEADER_BYTES > file.length) return undefined;
  const [first = 0, second = 0, third = 0, fourth = 0] = file.subarray(at, at + HEADER_BYTES);
  const version = (second >> 3) & 3;
  const form = RATES[version];
  const kilobits = BITRATES[version]?.[third >> 4];
  // Sync, layer III without a checksum, the site's rate, not private, mono without emphasis.
  const isPlain = first === 0xff && (second & 0b1110_0111) === 0b1110_0011 && (third & 1) === 0;
  if (!isPlain || !form || !kilobits || ((third >> 2) & 3) !== RATE_INDEX[version]) return undefined;
  if (fourth >> 6 !== MONO || (fourth & 3) !== 0) return undefined;
  const padding = (third >> 1) & 1;
  const sizeBytes = Math.floor(((form.samples / 8) * kilobits * 1000) / form.rate) + padding;
  return { version, kilobits, sizeBytes };
}

/** Returns the frames of a file, with their places; undefined unless they fill it from its first byte to its last. */
function readFrames(file: Buffer): (Frame & { at: number })[] | undefined {
  const frames: (Frame & { at: number })[] = [];
  for (let at = 0; at < file.length;) {
    const frame = readFrame(file, at);
    if (!frame || at + frame.sizeBytes > file.length) return undefined;
    frames.push({ ...frame, at });
    at += frame.sizeBytes;
  }
  return frames;
}

/** Sizes in the frame before the sound: its name with three numbers, a table for seeking, a mark, and what LAME adds. */
const INFO = { numberBytes: 16, tableBytes: 104, lameBytes: 36 };

/** Returns whether a frame is the one that ffmpeg writes before the sound, with the true number of frames and bytes. */
function isInfo(
  file: Buffer,
  { at, sizeBytes, version }: Frame & { at: number },
  frameCount: number,
): boolean {
  const start = at + HEADER_BYTES + (RATES[version]?.sideInfoBytes ?? 0);
  const table = start + INFO.numberBytes;
  const lame = table + INFO.tableBytes;
  const end = lame + INFO.lameBytes;
  if (end > at + sizeBytes) return false;
  const isEmpty = (from: number, to: number) => file.subarray(from, to).every((byte) => byte === 0);
  return (
    file.toString('latin1', start, start + 4) === 'Info' &&
    file.readUInt32BE(start + 4) === 0b1111 &&
    file.readUInt32BE(start + 8) === frameCount &&
    file.readUInt32BE(start + 12) === file.length &&
    file.toString('latin1', lame, lame + 3) === 'Lav' &&
    isEmpty(at + HEADER_BYTES, start) &&
    isEmpty(end, at + sizeBytes)
  );
}

/**
 * Returns the duration in seconds of an MP3 that has the form of a card's sound: mono frames with 48 kbit/s from the first
 * byte to the last, the first of which may be ffmpeg's summary; no tags, and no bytes between or after them. Undefined for
 * any other file. Does not check whether the frames can be decoded.
 */
export function findOwnDuration(file: Buffer): number | undefined {
  const [first, ...rest] = readFrames(file) ?? [];
  if (!first) return undefined;
  const frames = isInfo(file, first, rest.length) ? rest : [first, ...rest];
  const isEven = frames.every(({ version, kilobits }) => version === first.version && kilobits === KILOBITS);
  const form = RATES[first.version];
  return isEven && frames.length > 0 && form ? (frames.length * form.samples) / form.rate : undefined;
}

/**
 * How much louder than others a sound in the site's format may be: the tolerance of prepared sounds plus that of
 * meters.
 */
const LOUDER_LU = 2;
/** How much quieter it may be: as one from a recording too quiet to be made louder without its noise. */
const QUIETER_LU = 10;
const MAX_PEAK_DB = -0.5;

/** Returns whether a sound in the site's form has the loudness that the site gives to sounds. */
export function hasOwnLoudness({ integratedLufs, truePeakDb }: Loudness): boolean {
  const louderLu = integratedLufs - TARGET_LUFS;
  return louderLu <= LOUDER_LU && louderLu >= -QUIETER_LU && truePeakDb <= MAX_PEAK_DB;
}
