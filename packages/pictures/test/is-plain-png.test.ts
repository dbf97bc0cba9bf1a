import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { isPlainPng } from '../src/is-plain-png.ts';
import { blackPng, toChunk } from './bombs.ts';

const STARTER = join(import.meta.dirname, '../../../services/game/starter-pack/pictures');
const LIMIT = { maxSize: 512 };
const isPlain = (file: Buffer) => isPlainPng(file, LIMIT);
const SIZE = { width: 20, height: 10 };
const BACKGROUND = { r: 9, g: 90, b: 200, alpha: 0.5 };
const END = toChunk(['IEND', Buffer.alloc(0)]);

/** Puts bytes before the pixels of a PNG. */
function insert(png: Buffer, chunk: Buffer, before = 'IDAT'): Buffer {
  const at = png.indexOf(before) - 4;
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}

describe('a plain PNG', () => {
  it('every picture of the starter pack is a plain PNG', () => {
    const files = readdirSync(STARTER).map((name) => readFileSync(join(STARTER, name)));
    expect(files).toHaveLength(97);
    expect(files.every(isPlain)).toBe(true);
  });

  it.each([
    ['with a palette', { palette: true }],
    ['with two colours', { palette: true, colours: 2 }],
    ['in true colour', { palette: false }],
  ])('a PNG %s as the site makes it is plain', async (_name, options) => {
    const png = await sharp({ create: { ...SIZE, channels: 4, background: BACKGROUND } })
      .png(options)
      .toBuffer();
    expect(isPlain(png)).toBe(true);
  });

  it('a PNG of any shape with its pixels in one stream is plain', () => {
    expect(isPlain(blackPng({ width: 512, height: 512 }))).toBe(true);
    expect(isPlain(blackPng({ ...SIZE, colours: 'rgba' }))).toBe(true);
  });
});

describe('a PNG is not plain', () => {
  const png = blackPng(SIZE);
  const pixels = Buffer.alloc(SIZE.height * (1 + SIZE.width * 3));
  const withPixels = (data: Buffer) =>
    Buffer.concat([png.subarray(0, png.indexOf('IDAT') - 4), toChunk(['IDAT', data]), END]);
  const broken = Buffer.from(png);
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1;

  it.each([
    ['with a text', insert(png, toChunk(['tEXt', Buffer.from('Comment\0hello')]))],
    ['with a place', insert(png, toChunk(['eXIf', Buffer.from('MM\0*')]))],
    ['with a colour profile', insert(png, toChunk(['iCCP', Buffer.from('x\0\0x')]))],
    ['with a private chunk', insert(png, toChunk(['prVt', Buffer.from('anything')]))],
    ['with a text after its pixels', insert(png, toChunk(['tEXt', Buffer.from('a\0b')]), 'IEND')],
    ['with bytes after its end', Buffer.concat([png, Buffer.from('PK\x03\x04')])],
    ['with a second end', Buffer.concat([png, END])],
    ['with bytes in its end', Buffer.concat([png.subarray(0, -12), toChunk(['IEND', Buffer.from('x')])])],
    ['with a palette in true colour', insert(png, toChunk(['PLTE', Buffer.alloc(3)]))],
    ['with a long density', insert(png, toChunk(['pHYs', Buffer.alloc(90)]))],
    ['with bytes after its compressed pixels', withPixels(Buffer.concat([deflateSync(pixels), png]))],
    ['with too many pixels', withPixels(deflateSync(Buffer.concat([pixels, Buffer.alloc(1)])))],
    ['with too few pixels', withPixels(deflateSync(pixels.subarray(1)))],
    ['with a wrong checksum', broken],
    ['that is cut off', png.subarray(0, -3)],
    ['that is interlaced', blackPng({ ...SIZE, isInterlaced: true })],
    ['in grey', blackPng({ ...SIZE, colours: 'grey' })],
    ['with 16 bits', blackPng({ ...SIZE, bits: 16 })],
    ['that is too large', blackPng({ width: 513, height: 1 })],
    ['that is no PNG', Buffer.from('GIF89a')],
    ['that is empty', Buffer.alloc(0)],
  ])('a PNG %s is not plain', (_name, file) => {
    expect(isPlain(file)).toBe(false);
  });
});
