/** Demuxers of files that contain only sound, with or without a cover. */
export type SoundFileDemuxer = 'mp3' | 'aac' | 'flac' | 'wav' | 'w64' | 'aiff' | 'caf' | 'amr';

const SIGNATURES: readonly (readonly [RegExp, SoundFileDemuxer])[] = [
  [/^fLaC/, 'flac'],
  [/^(?:RIFF|RIFX|RF64|BW64)....WAVE/s, 'wav'],
  [/^riff\.\x91\xcf/, 'w64'],
  [/^FORM....AIF[FC]/s, 'aiff'],
  [/^caff\0/, 'caf'],
  [/^#!AMR/, 'amr'],
];

/** Frames in a row that prove a stream without a header. */
const FRAMES = 3;

/** Recognizes a file that contains only sound by its first bytes, or by those after its ID3 tag. */
export function recognizeSound(bytes: Buffer): SoundFileDemuxer | undefined {
  const text = bytes.toString('latin1', 0, 12);
  const known = SIGNATURES.find(([pattern]) => pattern.test(text))?.[1];
  if (known) return known;
  // Recordings may begin in the middle of a frame, and some programs write zeros first.
  for (let offset = 0; offset < bytes.length; offset += 1) {
    if (bytes[offset] !== 0xff) continue;
    if (isChain(bytes, offset, mpegFrameBytes)) return 'mp3';
    if (isChain(bytes, offset, adtsFrameBytes)) return 'aac';
  }
  return undefined;
}

/** Returns the length of the ID3 tag with which a file begins; 0 without one. */
export function id3Bytes(head: Uint8Array): number {
  const [i, d, three, version, , flags = 0, ...size] = head.subarray(0, 10);
  if (i !== 0x49 || d !== 0x44 || three !== 0x33 || version === 0xff || size.length < 4) return 0;
  const length = size.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return 10 + length + (flags & 0x10 ? 10 : 0);
}

/** Returns whether frames follow each other from an offset: three, or all that fit and at least two. */
function isChain(bytes: Buffer, offset: number, lengthAt: (at: number, bytes: Buffer) => number): boolean {
  let [at, count] = [offset, 0];
  while (count < FRAMES && at + 8 <= bytes.length) {
    const length = lengthAt(at, bytes);
    if (length === 0) return false;
    at += length;
    count += 1;
  }
  return count >= 2;
}

const VERSION_1 = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
] as const;
const VERSION_2 = [
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;

/** Returns the length of the frame of MPEG audio at an offset (ISO 11172-3, 2.4.1.3); 0 if there is none. */
function mpegFrameBytes(at: number, bytes: Buffer): number {
  const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]];
  const [version, layer] = [(second >> 3) & 3, 3 - ((second >> 1) & 3)];
  const rate = SAMPLE_RATES[(third >> 2) & 3];
  if (bytes[at] !== 0xff || second < 0xe0 || version === 1 || layer === 3 || rate === undefined) return 0;
  const kilobits = (version === 3 ? VERSION_1 : VERSION_2)[layer]?.[third >> 4];
  if (!kilobits) return 0;
  const padding = (third >> 1) & 1;
  const hertz = rate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  if (layer === 0) return (Math.floor((12_000 * kilobits) / hertz) + padding) * 4;
  const slots = layer === 2 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((slots * kilobits) / hertz) + padding;
}

/** Returns the length of the ADTS frame at an offset (ISO 13818-7, 6.2); 0 if there is none. */
function adtsFrameBytes(at: number, bytes: Buffer): number {
  const isFrame = bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0;
  const isRate = (((bytes[at + 2] ?? 0) >> 2) & 15) < 13;
  const length = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
  return isFrame && isRate && length > 7 ? length : 0;
}
