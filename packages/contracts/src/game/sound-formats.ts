import { because } from '../reasons.ts';

/** Formats in which a sound may be uploaded. */
export type SoundFormat = 'mp3' | 'wav' | 'ogg' | 'm4a' | 'webm';

/** Explains the refusal of a file in any other format. */
export const OTHER_SOUND_FORMAT = because('game.sound-format');

/** Number of bytes at the start of a file from which `recognizeSound` recognises a sound. */
export const SOUND_HEAD_BYTES = 16;

/** Returns the format of a sound by its first bytes, or undefined for any other format. */
export function recognizeSound(bytes: Uint8Array): SoundFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, SOUND_HEAD_BYTES));
  if (/^RIFF....WAVE/s.test(head)) return 'wav';
  if (head.startsWith('OggS')) return 'ogg';
  if (/^....ftyp/s.test(head)) return 'm4a';
  if (head.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
  return head.startsWith('ID3') || isMpegFrame(bytes) ? 'mp3' : undefined;
}

/**
 * Returns whether the bytes are the header of an MPEG audio frame, layer III (ISO/IEC 11172-3, 2.4.1.3): sync and a valid
 * version, bitrate and sampling rate. The demuxer decides whether more frames follow.
 */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
  const [bitrate, rate] = [third >> 4, (third >> 2) & 3];
  const hasSync = first === 0xff && second >> 5 === 7;
  return hasSync && version !== 1 && layer === 1 && bitrate !== 0 && bitrate !== 15 && rate !== 3;
}
