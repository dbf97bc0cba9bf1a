/** What a sound of a card may be given as. */
export type SoundFormat = 'mp3' | 'wav' | 'ogg' | 'm4a' | 'webm';

/** What the person reads who gave something else. */
export const SOUND_FORMAT_SENTENCE = 'This file is not an MP3, WAV, OGG, M4A or WebM sound.';

/** So many bytes from the beginning of a file are enough to recognise a sound. */
export const SOUND_HEAD_BYTES = 16;

/** Decides by its first bytes which sound this is; its name and its declared type count for nothing. */
export function recognizeSound(bytes: Uint8Array): SoundFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, SOUND_HEAD_BYTES));
  if (/^RIFF....WAVE/s.test(head)) return 'wav';
  if (head.startsWith('OggS')) return 'ogg';
  if (/^....ftyp/s.test(head)) return 'm4a';
  if (head.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
  return head.startsWith('ID3') || isMpegFrame(bytes) ? 'mp3' : undefined;
}

/**
 * The header of a frame of MPEG audio, layer III (ISO/IEC 11172-3, 2.4.1.3): sync, a version, a bitrate and a sampling
 * rate that exist; whether more such frames follow is the demuxer's to say.
 */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
  const [bitrate, rate] = [third >> 4, (third >> 2) & 3];
  const hasSync = first === 0xff && second >> 5 === 7;
  return hasSync && version !== 1 && layer === 1 && bitrate !== 0 && bitrate !== 15 && rate !== 3;
}
