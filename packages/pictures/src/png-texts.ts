const SIGNATURE_BYTES = 8;
/** Size of the length, name and checksum around the data of a chunk. */
const CHUNK_BYTES = 12;
const TEXTS: readonly string[] = ['tEXt', 'zTXt', 'iTXt'];

/**
 * Returns a PNG without its text chunks (PNG specification, section 11.3.3). The decoder would unpack each of them, which
 * takes seconds for a megabyte. Bytes that are not chunks stay, for the decoder to judge.
 */
export function dropPngTexts(png: Buffer): Buffer {
  const kept: Buffer[] = [];
  let keptFrom = 0;
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_BYTES <= png.length) {
    const end = at + CHUNK_BYTES + png.readUInt32BE(at);
    if (TEXTS.includes(png.toString('latin1', at + 4, at + 8))) {
      kept.push(png.subarray(keptFrom, at));
      keptFrom = end;
    }
    at = end;
  }
  return keptFrom === 0 ? png : Buffer.concat([...kept, png.subarray(keptFrom)]);
}
