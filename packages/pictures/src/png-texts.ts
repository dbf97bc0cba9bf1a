const SIGNATURE_BYTES = 8;
/** Length, name and checksum around the data of a chunk. */
const CHUNK_BYTES = 12;
const TEXTS: readonly string[] = ['tEXt', 'zTXt', 'iTXt'];

/**
 * Returns a PNG without its texts (PNG specification, section 11.3.3), which no picture needs: its decoder would unpack
 * each of them, and a megabyte of them keeps it busy for seconds. What is no chunk stays as it is, for the decoder to judge.
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
