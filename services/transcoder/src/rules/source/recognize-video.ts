import type { FailureReason } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

/**
 * Demuxers for films without a common container: from cameras, from editing programs, and bare streams of one codec.
 */
export type RareDemuxer = 'dv' | 'mxf' | 'ivf' | BareDemuxer;

/** Streams without a container state no times; their frames are counted. */
export type BareDemuxer = 'h264' | 'hevc' | 'mpegvideo';

const BARE: readonly string[] = ['h264', 'hevc', 'mpegvideo'] satisfies BareDemuxer[];

/** Returns whether the frames of a file have no times. */
export function isBare(demuxer: string): boolean {
  return BARE.includes(demuxer);
}

/** First bytes of films, in hexadecimal. */
const FILMS: readonly (readonly [RegExp, RareDemuxer])[] = [
  [/^1f0700(3f|bf)/, 'dv'],
  [/^060e2b34020501010d0102/, 'mxf'],
  [/^444b4946/, 'ivf'], // DKIF
  [/^000001b3/, 'mpegvideo'],
  // A sequence parameter set, or an access unit delimiter before it (ITU-T H.264, 7.3.1; H.265, 7.3.1.2).
  [/^(00)?000001([2-7]7|[01]9(10|30|50|70|90|b0|d0|f0)(00)?000001[2-7]7)/, 'h264'],
  [/^(00)?000001(4001|4601..(00)?0000014001)/, 'hevc'],
];

/** Kinds of unreadable files, by their first bytes as text, with the reason for each, which has the advice. */
const NAMED: readonly (readonly [RegExp, FailureReason])[] = [
  [/^\.RMF/, why('is-real-media')],
  [/^[FCZ]WS/, why('is-flash')],
  [/^YUV4MPEG2/, why('is-yuv4mpeg2')],
  [/^\xb7\xd8[^] 7I\xda/, why('is-wtv')],
  [/^RED[12V]/, why('is-red-raw')],
  [/^(?:BIK|KB2|SMK)/, why('is-game-film')],
  [/^nut\/multimedia/, why('is-nut')],
  [/^PK[^ -~]{2}/, why('is-zip')],
  [/^(?:Rar!|7z\xbc\xaf)/, why('is-archive')],
  [/^%PDF/, why('is-pdf')],
  [/^#EXTM3U/, why('is-playlist')],
  [/^\s*<(?:!doctype html|html)/i, why('is-web-page')],
];

/** Recognises files of uncommon kinds: returns how to read one, or why it cannot be read. */
export function recognizeRare(
  bytes: Buffer,
): { demuxer: RareDemuxer | 'mpegts' } | { reason: FailureReason } | undefined {
  const hex = bytes.toString('hex', 0, 16);
  const film = FILMS.find(([pattern]) => pattern.test(hex));
  if (film) return { demuxer: film[1] };
  const text = bytes.toString('latin1', 0, 64);
  const named = NAMED.find(([pattern]) => pattern.test(text));
  if (named) return { reason: named[1] };
  return hasTransportStream(bytes) ? { demuxer: 'mpegts' } : undefined;
}

/** Packets in a row that prove a transport stream behind something else. */
const PACKETS = 12;

/** Returns whether a transport stream begins somewhere in the bytes, as in a recording cut at any byte. */
function hasTransportStream(bytes: Buffer): boolean {
  for (const size of [188, 192, 204])
    for (let start = 0; start + PACKETS * size <= bytes.length; start += 1) {
      let packet = 0;
      while (packet < PACKETS && bytes[start + packet * size] === 0x47) packet += 1;
      if (packet === PACKETS) return true;
    }
  return false;
}
