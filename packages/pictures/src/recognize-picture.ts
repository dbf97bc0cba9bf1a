type PictureFormat = 'png' | 'jpeg' | 'webp';

/** Decides by its first bytes which picture this is; its name and its declared type count for nothing. */
export function recognizePicture(bytes: Uint8Array): PictureFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return /^RIFF....WEBP/s.test(head) ? 'webp' : undefined;
}
