import { DECODERS } from '../hls/formats.ts';

/** Demuxers that a sound may be read with, by ffmpeg's names. */
export type SoundDemuxer = 'mp3' | 'wav' | 'ogg' | 'mov' | 'matroska';

/** A sound may bring along the picture of its cover, which ffprobe opens though nobody wants it. */
export const SOUND_DECODERS: readonly string[] = [...DECODERS, 'png', 'webp', 'bmp', 'gif'];

/** Decides by the first bytes what a sound is; undefined for everything else. */
export function recognizeSound(bytes: Uint8Array): SoundDemuxer | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (/^RIFF....WAVE/s.test(head)) return 'wav';
  if (head.startsWith('OggS')) return 'ogg';
  if (/^....ftyp/s.test(head)) return 'mov';
  if (head.startsWith('\x1a\x45\xdf\xa3')) return 'matroska';
  return head.startsWith('ID3') || isMpegFrame(bytes) ? 'mp3' : undefined;
}

/** Sync and layer III; whether more such frames follow is the demuxer's to say. */
function isMpegFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && second >> 5 === 7 && ((second >> 1) & 3) === 1;
}
