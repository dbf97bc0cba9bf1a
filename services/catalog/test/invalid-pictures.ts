import { randomBytes } from 'node:crypto';

interface InvalidPicture {
  body: Buffer;
  type: string;
  status: number;
  message: string;
}

/** Returns bodies that are no pictures, too large ones and damaged ones, each with the answer to it. */
export function listInvalidPictures(png: Buffer): InvalidPicture[] {
  const unknown = { status: 415, message: 'Please choose a JPEG, PNG or WebP picture.' };
  return [
    { body: Buffer.from('GIF89a'), type: 'image/gif', ...unknown },
    { body: Buffer.from('<svg/>'), type: 'image/svg+xml', ...unknown },
    { body: Buffer.alloc(0), type: 'image/png', ...unknown },
    { body: png, type: 'text/plain', status: 415, message: 'This kind of content is not accepted here.' },
    {
      body: Buffer.concat([png.subarray(0, 8), randomBytes(900_000)]),
      type: 'image/png',
      status: 413,
      message: 'A picture can be at most 900 kB.',
    },
    {
      body: png.subarray(0, 100),
      type: 'image/png',
      status: 400,
      message: 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.',
    },
  ];
}
