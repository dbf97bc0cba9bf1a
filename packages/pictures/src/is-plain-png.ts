import { crc32, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Size of the length, name and checksum around the data of a chunk. */
const CHUNK_BYTES = 12;
/** The chunks of a plain PNG and their order: header, palette, transparency, density, pixels, end. */
const CHUNKS = /^IHDR(?:,PLTE(?:,tRNS)?)?(?:,pHYs)?(?:,IDAT)+,IEND$/;
/** Bit depths by colour type: true colour, palette, true colour with alpha. */
const DEPTHS: Record<number, readonly number[]> = { 2: [8], 3: [1, 2, 4, 8], 6: [8] };
const CHANNELS: Record<number, number> = { 2: 3, 3: 1, 6: 4 };

interface Chunk {
  name: string;
  data: Buffer;
}

/**
 * Returns whether a file is a PNG of at most `maxSize` × `maxSize` pixels that contains pixels and nothing else: only the
 * chunks that pixels need, in their order, with correct checksums; exactly one row of bytes for each row of pixels; no
 * bytes after them, neither in their compressed stream nor in the file. Whether the pixels are valid is for a decoder to
 * judge. (PNG specification, sections 5, 7, 10 and 11.)
 */
export function isPlainPng(file: Buffer, { maxSize }: { maxSize: number }): boolean {
  const chunks = readChunks(file);
  if (!chunks || !CHUNKS.test(chunks.map(({ name }) => name).join(','))) return false;
  const rowBytes = readRowBytes(chunks[0]?.data, maxSize);
  if (!rowBytes) return false;
  const palette = chunks.find(({ name }) => name === 'PLTE')?.data.length ?? 0;
  if (palette > 0 !== rowBytes.hasPalette || palette > 768) return false;
  if (!chunks.every((chunk) => hasFixedSize(chunk, palette / 3))) return false;
  const pixels = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  return inflatesExactly(pixels, rowBytes.total);
}

/** Returns the chunks of a PNG; undefined unless they fill the file and their checksums are correct. */
function readChunks(file: Buffer): Chunk[] | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    if (at + CHUNK_BYTES > file.length) return undefined;
    const end = at + CHUNK_BYTES + file.readUInt32BE(at);
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
      return undefined;
    chunks.push({ name: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks;
}

/** Returns the size of the uncompressed pixels; undefined if the header is not that of a plain PNG. */
function readRowBytes(
  header: Buffer | undefined,
  maxSize: number,
): { total: number; hasPalette: boolean } | undefined {
  if (header?.length !== 13) return undefined;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colourType = 0, ...methods] = header.subarray(8);
  const isSmall = width > 0 && height > 0 && width <= maxSize && height <= maxSize;
  const isPlain = DEPTHS[colourType]?.includes(depth) && methods.every((method) => method === 0);
  if (!isSmall || !isPlain) return undefined;
  const bits = width * (CHANNELS[colourType] ?? 0) * depth;
  return { total: height * (1 + Math.ceil(bits / 8)), hasPalette: colourType === 3 };
}

/** Returns whether a chunk has no room for anything but its meaning. */
function hasFixedSize({ name, data }: Chunk, colourCount: number): boolean {
  if (name === 'PLTE') return Number.isInteger(colourCount);
  if (name === 'tRNS') return data.length > 0 && data.length <= colourCount;
  if (name === 'pHYs') return data.length === 9 && data.readUInt32BE(0) === data.readUInt32BE(4);
  return name !== 'IEND' || data.length === 0;
}

function inflatesExactly(compressed: Buffer, sizeBytes: number): boolean {
  try {
    // `info` adds the engine, which knows how much of the input it has used. Its type lacks that.
    const { buffer, engine } = inflateSync(compressed, {
      maxOutputLength: sizeBytes,
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return buffer.length === sizeBytes && engine.bytesWritten === compressed.length;
  } catch {
    return false;
  }
}
