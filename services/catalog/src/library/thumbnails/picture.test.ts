import { crc32 } from 'node:zlib';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { THUMBNAIL_BYTES, toThumbnail } from './picture.ts';

const RED = { r: 200, g: 30, b: 30 };

/** Returns an incompressible picture: noise from a generator with a fixed seed. */
function noise(width: number, height: number) {
  let state = 42;
  const data = Buffer.alloc(width * height * 3);
  for (let index = 0; index < data.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = state >>> 24;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } });

async function colourAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel];
}

describe('a thumbnail', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('a thumbnail of a %s is a JPEG of 640 × 360', async (format) => {
    const thumbnail = await toThumbnail(await plain(1000, 1000).toFormat(format).toBuffer());
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 });
    const [red = 0, green = 0] = await colourAt(thumbnail, 320, 180);
    expect(red).toBeGreaterThan(180);
    expect(green).toBeLessThan(60);
  });

  it('a thumbnail of a detailed picture stays small', async () => {
    const detailed = await noise(1280, 720).jpeg({ quality: 30 }).toBuffer();
    expect((await toThumbnail(detailed)).length).toBeLessThanOrEqual(THUMBNAIL_BYTES);
  });

  it('a thumbnail is enlarged from a tiny picture and cropped from a wide one', async () => {
    for (const [width, height] of [
      [1, 1],
      [4000, 20],
    ] as const)
      expect(
        await sharp(await toThumbnail(await plain(width, height).png().toBuffer())).metadata(),
      ).toMatchObject({ width: 640, height: 360 });
  });

  it('a thumbnail has no metadata of its picture and is upright', async () => {
    const half = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#0000ff' } })
      .composite([{ input: await plain(640, 320).png().toBuffer(), top: 0, left: 0 }])
      .withExif({ IFD0: { Copyright: 'Somebody', Model: 'A telephone' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    expect(half.includes('Somebody')).toBe(true);
    const thumbnail = await toThumbnail(half);
    expect(thumbnail.includes('Somebody')).toBe(false);
    const { exif, orientation, icc } = await sharp(thumbnail).metadata();
    expect([exif, orientation, icc]).toEqual([undefined, undefined, undefined]);
    const [red = 0, , blue = 0] = await colourAt(thumbnail, 320, 20);
    expect(blue).toBeGreaterThan(red); // it was upside down
  });

  it('a thumbnail is white where its picture was transparent', async () => {
    const clear = await sharp({
      create: { width: 64, height: 36, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    for (const value of await colourAt(await toThumbnail(clear), 100, 100))
      expect(value).toBeGreaterThan(250);
  });

  it('a thumbnail can be made from greyscale and CMYK pictures', async () => {
    const grey = await plain(100, 100).toColourspace('b-w').png().toBuffer();
    const print = await plain(100, 100).toColourspace('cmyk').jpeg().toBuffer();
    for (const picture of [grey, print])
      expect(await sharp(await toThumbnail(picture)).metadata()).toMatchObject({
        space: 'srgb',
        channels: 3,
      });
  });
});

describe('what is refused', () => {
  it.each([
    ['text', Buffer.from('not a picture')],
    ['nothing', Buffer.alloc(0)],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['a drawing of code', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['sound', Buffer.from('RIFF\x00\x00\x00\x00WAVEfmt ', 'latin1')],
  ])('a thumbnail from a file that is %s is refused', async (_what, bytes) => {
    await expect(toThumbnail(bytes)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Please choose a JPEG, PNG or WebP picture.',
    });
  });

  it('a thumbnail from a truncated picture is refused', async () => {
    const whole = await noise(640, 360).png().toBuffer();
    await expect(toThumbnail(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.',
    });
  });

  it('a small file that would fill the memory is refused', async () => {
    const bomb = await plain(10, 10).png().toBuffer();
    // The fields of its header (PNG, section 11.2.1): width, height, and a checksum of the chunk.
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(toThumbnail(bomb)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'This picture has too many pixels. Please make it smaller and try again.',
    });
  });
});
