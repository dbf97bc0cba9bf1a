export type PictureFormat = 'png' | 'jpeg' | 'webp';
export type SoundFormat = 'mp3' | 'wav' | 'ogg' | 'm4a' | 'webm';

/** Decides by its first bytes which picture this is; its name and its declared type count for nothing. */
export function recognizePicture(bytes: Uint8Array): PictureFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return /^RIFF....WEBP/s.test(head) ? 'webp' : undefined;
}

/** Decides by its first bytes which sound this is. */
export function recognizeSound(bytes: Uint8Array): SoundFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (/^RIFF....WAVE/s.test(head)) return 'wav';
  if (head.startsWith('OggS')) return 'ogg';
  if (/^....ftyp/s.test(head)) return 'm4a';
  if (head.startsWith('\x1a\x45\xdf\xa3')) return 'webm';
  return head.startsWith('ID3') || isMpegFrame(bytes) ? 'mp3' : undefined;
}

/** The header of a frame of MPEG audio, layer III: sync, a version, a bitrate and a sampling rate that exist. */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
  const [bitrate, rate] = [third >> 4, (third >> 2) & 3];
  const hasSync = first === 0xff && second >> 5 === 7;
  return hasSync && version !== 1 && layer === 1 && bitrate !== 0 && bitrate !== 15 && rate !== 3;
}
