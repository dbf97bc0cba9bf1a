import { constants, crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const CHANNELS = { grey: 1, rgb: 3, rgba: 4 } as const;
const COLOUR_TYPES = { grey: 0, rgb: 2, rgba: 6 } as const;

export interface PngShape {
  width: number;
  height: number;
  colours?: keyof typeof CHANNELS;
  bits?: 8 | 16;
  isInterlaced?: boolean;
  /** Omits the end of the pixels. */
  isCutOff?: boolean;
  /** Chunks before the pixels, by name. */
  extra?: [string, Buffer][];
}

/** Returns a black PNG of any size with about one byte for a thousand pixels (PNG specification, sections 5, 8 and 11). */
export function blackPng(shape: PngShape): Buffer {
  const { width, height, colours = 'rgb', bits = 8, isInterlaced = false, extra = [] } = shape;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, COLOUR_TYPES[colours], 0, 0, isInterlaced ? 1 : 0], 8);
  const pixelBytes = (CHANNELS[colours] * bits) / 8;
  const sizeOf = (columns: number, rows: number) => (columns > 0 ? rows * (1 + columns * pixelBytes) : 0);
  const sizeBytes = isInterlaced
    ? ADAM7.reduce(
        (sum, [x, y, dx, dy]) => sum + sizeOf(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
        0,
      )
    : sizeOf(width, height);
  const pixels = deflateZeros(sizeBytes);
  const chunks: [string, Buffer][] = [
    ['IHDR', header],
    ...extra,
    ['IDAT', shape.isCutOff ? pixels.subarray(0, -1000) : pixels],
    ...(shape.isCutOff ? [] : ([['IEND', Buffer.alloc(0)]] satisfies [string, Buffer][])),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(toChunk)]);
}

/** Compresses bytes that are all alike with an eighth of the work of zlib's default, and as well. */
function deflateZeros(sizeBytes: number): Buffer {
  return deflateSync(Buffer.alloc(sizeBytes), { strategy: constants.Z_RLE });
}

export function toChunk([name, data]: [string, Buffer]): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Returns a chunk with a colour profile or text that unpacks to `sizeBytes`. */
export function inflatingChunk(name: 'iCCP' | 'zTXt', sizeBytes: number): [string, Buffer] {
  return [name, Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateZeros(sizeBytes)])];
}

/** Returns a small JPEG whose header declares another size (ITU T.81, B.2.2). */
export async function lyingJpeg(shape: {
  width: number;
  height: number;
  isProgressive: boolean;
  chromaSubsampling: '4:2:0' | '4:4:4';
}): Promise<Buffer> {
  const { width, height, isProgressive, chromaSubsampling } = shape;
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2040c0' } })
    .jpeg({ progressive: isProgressive, chromaSubsampling })
    .toBuffer();
  const at = bytes.indexOf(Buffer.from([0xff, isProgressive ? 0xc2 : 0xc0])) + 5;
  bytes.writeUInt16BE(height, at);
  bytes.writeUInt16BE(width, at + 2);
  return bytes;
}
