import { readFile } from 'node:fs/promises';

import { ffmpeg } from '../clips.ts';

const [PACKET_START, SEQUENCE_HEADER, PICTURE_START] = ['000001e0', '000001b3', '00000100'].map((code) =>
  Buffer.from(code, 'hex'),
) as [Buffer, Buffer, Buffer];

/** Sizes of packs that are tried in turn; 2048 is usual. */
const PACK_BYTES = [2048, 2064, 2080, 2096, 2112];

/**
 * Writes an MPEG program stream whose times are right. ffmpeg's muxer states the time of the picture after a key frame
 * where the key frame's headers and its picture are in different packets (ISO/IEC 13818-1, 2.4.3.7).
 */
export async function muxProgramStream(args: string[], path: string, input?: Buffer): Promise<void> {
  for (const bytes of PACK_BYTES) {
    await ffmpeg([...args, '-packetsize', String(bytes), path], input);
    if (!hasTornHeaders(await readFile(path))) return;
  }
  throw new Error('in packs of any size, a key frame is torn from its headers');
}

/** Returns true if any picture after a sequence header begins in a later packet than that header. */
function hasTornHeaders(stream: Buffer): boolean {
  const { bytes, starts } = joinVideo(stream);
  const packetOf = (position: number) => starts.findLastIndex((start) => start <= position);
  return positionsOf(SEQUENCE_HEADER, bytes).some(
    (header) => packetOf(header) !== packetOf(bytes.indexOf(PICTURE_START, header)),
  );
}

/** Returns the video in the packets of a program stream, and where each packet begins in it. */
function joinVideo(stream: Buffer): { bytes: Buffer; starts: number[] } {
  const parts: Buffer[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const at of positionsOf(PACKET_START, stream)) {
    const part = stream.subarray(payloadStart(stream, at), at + 6 + stream.readUInt16BE(at + 4));
    starts.push(length);
    parts.push(part);
    length += part.length;
  }
  return { bytes: Buffer.concat(parts), starts };
}

/** Returns where the payload of a packet begins, in a stream of MPEG-2 or MPEG-1 (ISO/IEC 11172-1, 2.4.3.3). */
function payloadStart(stream: Buffer, packet: number): number {
  let at = packet + 6;
  const next = () => stream.readUInt8(at);
  if (next() >> 6 === 0b10) return at + 3 + stream.readUInt8(at + 2);
  while (next() === 0xff) at += 1; // stuffing
  if (next() >> 6 === 0b01) at += 2; // the size of a buffer
  return at + ({ 0b0010: 5, 0b0011: 10 }[next() >> 4] ?? 1); // one time, two, or none
}

function positionsOf(code: Buffer, bytes: Buffer): number[] {
  const positions: number[] = [];
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 1)) positions.push(at);
  return positions;
}
