import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';

import { decodePicture } from '../src/index.ts';
import { blackPng, inflatingChunk, lyingJpeg } from './bombs.ts';

const TOO_LARGE = 'This picture has too many pixels. Please make it smaller and try again.';
const UNREADABLE = 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.';

const small = (picture: Sharp) => picture.resize(64, 64, { fit: 'fill' }).png().toBuffer();
const decode = (bytes: Buffer) => decodePicture(bytes, small);
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c81e1e' } });

/** Returns a picture that compresses badly, so that half of the file is half of the picture. */
function noise(sidePx: number): Sharp {
  const data = Buffer.alloc(sidePx * sidePx * 3);
  let state = 42;
  for (let index = 0; index < data.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = state >>> 24;
  }
  return sharp(data, { raw: { width: sidePx, height: sidePx, channels: 3 } });
}

describe('accepted pictures', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['interlaced', () => blackPng({ width: 500, height: 300, isInterlaced: true })],
    ['with 16 bits per channel', () => blackPng({ width: 500, height: 300, colours: 'rgba', bits: 16 })],
    ['grey', () => blackPng({ width: 500, height: 300, colours: 'grey' })],
    ['progressive', () => plain(500, 300).jpeg({ progressive: true }).toBuffer()],
    ['for print', () => plain(500, 300).toColourspace('cmyk').jpeg().toBuffer()],
    ['with a colour profile', () => plain(500, 300).withIccProfile('p3').jpeg().toBuffer()],
    ['rotated', () => plain(500, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['lossless', () => plain(500, 300).webp({ lossless: true }).toBuffer()],
    ['with exactly 40 megapixels', () => blackPng({ width: 8000, height: 5000 })],
    [
      'with a decompression bomb as colour profile',
      () => blackPng({ width: 9, height: 9, extra: [inflatingChunk('iCCP', 50_000_000)] }),
    ],
  ])('decodePicture decodes a picture (%s)', async (_kind, create) => {
    const picture = await sharp(await decode(await create())).metadata();
    expect(picture).toMatchObject({ width: 64, height: 64, depth: 'uchar', space: 'srgb' });
  });
});

it('a picture with 50 MB of text is decoded without unpacking the text', async () => {
  const text = inflatingChunk('zTXt', 2_500_000);
  const bytes = blackPng({ width: 9, height: 9, extra: Array.from({ length: 20 }, () => text) });
  let seen = 0;
  await decodePicture(bytes, async (picture) => {
    seen = (await picture.metadata()).comments?.length ?? 0;
    return small(picture);
  });
  expect(seen).toBe(0);
});

describe('rejected pictures', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['too many pixels', () => blackPng({ width: 8001, height: 5000 }), TOO_LARGE],
    [
      'too many pixels, interlaced',
      () => blackPng({ width: 7000, height: 6000, isInterlaced: true }),
      TOO_LARGE,
    ],
    [
      'too many bytes for its pixels',
      () => blackPng({ width: 5000, height: 4500, colours: 'rgba', bits: 16, isInterlaced: true }),
      TOO_LARGE,
    ],
    [
      'a progressive header that needs too much memory',
      () => lyingJpeg({ width: 6320, height: 6320, isProgressive: true, chromaSubsampling: '4:4:4' }),
      TOO_LARGE,
    ],
    ['no width', () => blackPng({ width: 0, height: 10 }), UNREADABLE],
    ['one byte only', () => Buffer.from([0x89]), UNREADABLE],
    ['a missing end (PNG)', async () => half(await noise(300).png().toBuffer()), UNREADABLE],
    ['a missing end (JPEG)', async () => half(await noise(300).jpeg().toBuffer()), UNREADABLE],
    ['a missing end (WebP)', async () => half(await noise(300).webp().toBuffer()), UNREADABLE],
    [
      'the signature of a PNG before an SVG',
      () => Buffer.from('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1'),
      UNREADABLE,
    ],
    ['a chunk longer than its file', () => blackPng({ width: 9, height: 9 }).fill(0xff, 33, 37), UNREADABLE],
  ])('decodePicture rejects a picture with %s', async (_kind, create, message) => {
    await expect(decode(await create())).rejects.toMatchObject({ code: 'VALIDATION_FAILED', message });
  });

  function half(bytes: Buffer): Buffer {
    return bytes.subarray(0, bytes.length / 2);
  }
});

describe('simultaneous pictures', () => {
  it('pictures are decoded one at a time, three wait, and the next is rejected with TOO_BUSY', async () => {
    const bytes = await plain(10, 10).png().toBuffer();
    const first = Promise.withResolvers<void>();
    let running = 0;
    const peaks: number[] = [];
    const slow = async (picture: Sharp) => {
      running += 1;
      peaks.push(running);
      await first.promise;
      const result = await small(picture);
      running -= 1;
      return result;
    };
    const accepted = [1, 2, 3, 4].map(() => decodePicture(bytes, slow));
    await expect(decodePicture(bytes, slow)).rejects.toMatchObject({
      code: 'TOO_BUSY',
      message: 'Other pictures are being prepared right now. Please try again in a moment.',
      retryAfterSeconds: 5,
    });
    first.resolve();
    expect(await Promise.all(accepted)).toHaveLength(4);
    expect(peaks).toEqual([1, 1, 1, 1]);
    expect((await decode(bytes)).length).toBeGreaterThan(0);
  });

  it('a broken picture does not block the next one', async () => {
    const bytes = await plain(10, 10).png().toBuffer();
    const results = await Promise.allSettled([decode(bytes.subarray(0, 20)), decode(bytes)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
