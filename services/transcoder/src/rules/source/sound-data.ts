import type { Demuxer } from './formats.ts';

/** A chunk of a sound file: its name, the place of its body, and the size of that in bytes. */
interface Chunk {
  name: string;
  at: number;
  bytes: number;
}

/** How chunks follow each other in a container. */
interface Layout {
  first: number;
  read: (head: Buffer, at: number) => Chunk;
  /** The header of a chunk, and the multiple at which each begins, in bytes. */
  header: number;
  align: number;
}

const LAYOUTS: Partial<Record<Demuxer, Layout>> = {
  wav: {
    ...{ first: 12, header: 8, align: 2 },
    read: (head, at) => {
      const isBig = head.toString('latin1', 0, 4) === 'RIFX';
      const bytes = isBig ? head.readUInt32BE(at + 4) : head.readUInt32LE(at + 4);
      return { name: head.toString('latin1', at, at + 4), at: at + 8, bytes };
    },
  },
  w64: {
    ...{ first: 40, header: 24, align: 8 },
    read: (head, at) => ({
      name: head.toString('latin1', at, at + 4),
      at: at + 24,
      bytes: Number(head.readBigUInt64LE(at + 16)) - 24,
    }),
  },
  caf: {
    ...{ first: 8, header: 12, align: 1 },
    read: (head, at) => ({
      name: head.toString('latin1', at, at + 4),
      at: at + 12,
      bytes: Number(head.readBigInt64BE(at + 4)),
    }),
  },
};

/** Programs that write to a pipe state this much or more, or a negative size, since they do not know it yet. */
const UNKNOWN_BYTES = 0x7fff_0000;

/**
 * Returns the available share of the sound, less than 1, if a file is shorter than the header in its first bytes
 * states; otherwise undefined. ffmpeg does not report this, because it goes by the length of the file.
 */
export function shareOfSound(demuxer: Demuxer, head: Buffer, sizeBytes: number): number | undefined {
  const layout = LAYOUTS[demuxer];
  if (!layout) return undefined;
  for (let at = layout.first; at + layout.header <= head.length;) {
    const chunk = layout.read(head, at);
    if (chunk.bytes < 0) return undefined;
    if (chunk.name === 'data') {
      const there = sizeBytes - chunk.at;
      const isKnown = demuxer !== 'wav' || chunk.bytes < UNKNOWN_BYTES;
      return isKnown && there > 0 && there < chunk.bytes ? there / chunk.bytes : undefined;
    }
    at = Math.ceil((chunk.at + chunk.bytes) / layout.align) * layout.align;
  }
  return undefined;
}
