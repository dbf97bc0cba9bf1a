import type { FailureReason } from '@larksong/contracts';

import { recognizeSound, type SoundFileDemuxer } from './recognize-sound.ts';
import { recognizeRare, type RareDemuxer } from './recognize-video.ts';

/** Demuxers allowed for a source, by ffmpeg's names. */
export type Demuxer =
  | 'mov'
  | 'matroska'
  | 'avi'
  | 'mpegts'
  | 'mpeg'
  | 'ogg'
  | 'flv'
  | 'asf'
  | RareDemuxer
  | SoundFileDemuxer
  | 'gif'
  | 'apng';

/** Containers with an index. Only these may be split into chunks, and only if trial seeks succeed. */
export const INDEXED: readonly Demuxer[] = ['mov', 'matroska'];

/** Containers of films that state the length of each packet, so that ffmpeg knows of the last one whether it was cut off. */
export const MEASURED: readonly Demuxer[] = ['mov', 'avi', 'flv', 'asf', 'ivf', 'mxf'];

/** Containers of broadcasts, which are recorded from any point on. */
export const BROADCAST: readonly Demuxer[] = ['mpegts', 'mpeg'];

/**
 * Video codecs that are decoded, by ffprobe's `codec_name`: of cameras, editing programs, recordings of screens, and old
 * software (decision 037). Rare ones such as MagicYUV are left out: each adds attack surface.
 */
export const VIDEO_CODECS: readonly string[] = words(`
  h264 hevc vp8 vp9 av1 mpeg4 mpeg2video mpeg1video theora prores mjpeg qtrle
  msmpeg4v2 msmpeg4v3 wmv1 wmv2 wmv3 vc1 h263 flv1 vp6 vp6f dvvideo dnxhd
  ffv1 huffyuv ffvhuff utvideo rawvideo v210 v410 r210 png jpeg2000 cfhd hap
  flashsv flashsv2 zmbv cinepak msvideo1 svq1 svq3 smc gif apng`);

export const AUDIO_CODECS: readonly string[] = words(`
  aac aac_latm mp3 mp2 ac3 eac3 opus vorbis flac alac wmav1 wmav2 wmapro dts truehd
  amr_nb amr_wb speex adpcm_ms adpcm_ima_wav adpcm_ima_qt adpcm_swf nellymoser
  pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be
  pcm_f64le pcm_f64be pcm_s64le pcm_s64be pcm_u8 pcm_s8 pcm_mulaw pcm_alaw pcm_bluray pcm_dvd`);

/** Codecs of subtitles that are text. Pictures of text (PGS, DVD, DVB) cannot become captions. */
export const TEXT_CODECS: readonly string[] = words('subrip ass ssa mov_text webvtt text');

/** Decoders of text subtitles by name. */
export const TEXT_DECODERS: readonly string[] = [...TEXT_CODECS, 'srt'];

/** Decoders of video and audio by name; some names differ from the codec's. */
export const DECODERS: readonly string[] = [
  ...VIDEO_CODECS,
  ...AUDIO_CODECS,
  ...words('libdav1d libaom-av1 libopenjpeg msmpeg4 flv dca amrnb amrwb mp3float mp2float libspeex'),
];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

export type Magic =
  | { demuxer: Demuxer }
  | { reason: FailureReason }
  | { kind: 'picture' | 'animated-webp' | 'other' };

/** Recognizes a file's format by its first bytes, regardless of its name and declared type. */
export function recognize(head: Uint8Array): Magic {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const text = (start: number, length: number) => bytes.toString('latin1', start, start + length);
  const startsWith = (hex: string) => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
  if (/^(ftyp|moov|mdat|wide|free|skip|pnot|uuid)$/.test(text(4, 4)))
    return /^ftyp(heic|heix|mif1|msf1|avif|avis)$/.test(text(4, 8))
      ? { kind: 'picture' }
      : { demuxer: 'mov' };
  if (startsWith('1a45dfa3')) return { demuxer: 'matroska' };
  if (text(0, 4) === 'RIFF' && text(8, 3) === 'AVI') return { demuxer: 'avi' };
  if (text(0, 4) === 'OggS') return { demuxer: 'ogg' };
  if (text(0, 3) === 'FLV') return { demuxer: 'flv' };
  if (startsWith('000001ba')) return { demuxer: 'mpeg' };
  if (startsWith('3026b2758e66cf11')) return { demuxer: 'asf' };
  if (isTransportStream(bytes)) return { demuxer: 'mpegts' };
  const rare = recognizeRare(bytes);
  if (rare) return rare;
  const picture = recognizeAnimation(bytes);
  if (picture) return picture;
  const sound = isPicture(bytes) ? undefined : recognizeSound(bytes);
  if (sound) return { demuxer: sound };
  return { kind: isPicture(bytes) ? 'picture' : 'other' };
}

/**
 * Returns true if five consecutive packets begin with the sync byte: packets of 188 bytes, or of 192 with a time code
 * first.
 */
function isTransportStream(bytes: Buffer): boolean {
  return [
    { size: 188, first: 0 },
    { size: 192, first: 4 },
  ].some(({ size, first }) => [0, 1, 2, 3, 4].every((packet) => bytes[first + packet * size] === 0x47));
}

/** Recognizes pictures that may move. Whether a GIF does, only its frames show. */
function recognizeAnimation(bytes: Buffer): Magic | undefined {
  const text = bytes.toString('latin1');
  if (/^GIF8[79]a/.test(text)) return { demuxer: 'gif' };
  // A PNG is an animation if `acTL` precedes its pixels.
  if (text.startsWith('\x89PNG') && /^[^]{12}IHDR(?:(?!IDAT)[^])*acTL/.test(text)) return { demuxer: 'apng' };
  const isAnimated = /^RIFF....WEBPVP8X/s.test(text) && ((bytes[20] ?? 0) & 2) !== 0;
  return isAnimated ? { kind: 'animated-webp' } : undefined;
}

function isPicture(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 12);
  return /^(\x89PNG|GIF8|BM|II\*\0|MM\0\*|\xff\xd8\xff)/.test(head) || /^RIFF....WEBP/s.test(head);
}
