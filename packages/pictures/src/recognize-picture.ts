type PictureFormat = 'png' | 'jpeg' | 'webp';

/** Returns the format of a picture by its first bytes, or undefined for any other format. */
export function recognizePicture(bytes: Uint8Array): PictureFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return /^RIFF....WEBP/s.test(head) ? 'webp' : undefined;
}
