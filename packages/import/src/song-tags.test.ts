import { describe, expect, it } from 'vitest';

import { readSongTags } from './song-tags.ts';

/** Frames of silence, as an MP3. */
const MP3 = Buffer.concat(
  Array.from({ length: 12 }, () => Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])),
);

const read = (...parts: Buffer[]) => readSongTags(new Blob(parts.map((part) => new Uint8Array(part))));

function size(bytes: number, order: 'big' | 'little' = 'big'): Buffer {
  const buffer = Buffer.alloc(4);
  if (order === 'big') buffer.writeUInt32BE(bytes);
  else buffer.writeUInt32LE(bytes);
  return buffer;
}

/** Returns a tag before the sound; each text comes with its encoding. */
function id3v2(frames: Record<string, Buffer>, version = 3): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([name, text]) =>
      Buffer.concat([Buffer.from(name), size(text.length), Buffer.alloc(2), text]),
    ),
  );
  const sizes = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, 0]), Buffer.from(sizes), body]);
}

const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(`${text}\0`, 'utf16le')]);
const latin1 = (text: string) => Buffer.from(`\0${text}`, 'latin1');

/** Returns a tag after the sound. */
function id3v1(title: string, artist: string, year: string): Buffer {
  const tag = Buffer.alloc(128);
  tag.write('TAG', 0, 'latin1');
  tag.write(title, 3, 30, 'latin1');
  tag.write(artist, 33, 30, 'latin1');
  tag.write(year, 93, 4, 'latin1');
  return tag;
}

/** Returns a FLAC file without sound. */
function flac(comments: readonly string[]): Buffer {
  const entries = ['made here', ...comments].map((text) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([size(bytes.length, 'little'), bytes]);
  });
  const [vendor = Buffer.alloc(0), ...rest] = entries;
  const body = Buffer.concat([vendor, size(rest.length, 'little'), ...rest]);
  const info = Buffer.from('1000100000000000000000ac4402f00000000000000000000000000000000000000000', 'hex');
  const header = (kind: number, length: number) => size(kind * 2 ** 24 + length);
  return Buffer.concat([
    ...[Buffer.from('fLaC'), header(0, 34), info.subarray(0, 34)],
    ...[header(0x84, body.length), body],
  ]);
}

describe('readSongTags', () => {
  it('the tags of a song are read in the encodings that programs write', async () => {
    const wide = id3v2({ TIT2: utf16('Пять утят 🦆'), TPE1: utf16('Группа'), TYER: latin1('1987') });
    expect(await read(wide, MP3)).toEqual({ title: 'Пять утят 🦆', artist: 'Группа', year: 1987 });
    expect(await read(id3v2({ TIT2: latin1('Grün') }), MP3)).toEqual({ title: 'Grün' });
    expect(await read(MP3, id3v1('Fünf Entchen', 'Äöü', '1999'))).toEqual({
      title: 'Fünf Entchen',
      artist: 'Äöü',
      year: 1999,
    });
    expect(await read(flac(['TITLE=五只小鸭子', 'artist=奶奶', 'DATE=2024-05-12']))).toEqual({
      title: '五只小鸭子',
      artist: '奶奶',
      year: 2024,
    });
  });

  it.each([3, 4])('an artist with slashes is kept whole in an ID3v2.%i tag', async (version) => {
    for (const artist of ['AC/DC', 'AC/DC; Bücher', 'La/La'])
      expect(await read(id3v2({ TPE1: utf16(artist) }, version), MP3)).toEqual({ artist });
    // The second tag is not a part of the artist.
    expect(await read(id3v2({ TPE1: utf16('AC/DC') }, version), MP3, id3v1('', 'AC', ''))).toEqual({
      artist: 'AC/DC',
    });
    expect(await read(id3v2({ TPE1: latin1('Anna\0Ben') }, version), MP3)).toEqual({ artist: 'Anna/Ben' });
    expect(await read(id3v2({ TPE2: latin1('AC/DC') }, version), MP3)).toEqual({ artist: 'AC/DC' });
  });

  it('texts become one short line without invisible characters', async () => {
    const tags = await read(
      id3v2({ TIT2: utf16(`Five\n little \u202Educks ${'long '.repeat(80)}`), TPE1: utf16(' \u200B') }),
      MP3,
    );
    expect(tags.title).toMatch(/^Five little ducks long/);
    expect(tags.title?.length).toBeLessThanOrEqual(200);
    expect(tags).not.toHaveProperty('artist');
  });

  it('a file without tags, a broken one and a text say nothing', async () => {
    expect(await read(MP3)).toEqual({});
    expect(await read(id3v2({ TIT2: utf16('x') }).fill(0xff, 12))).toEqual({});
    expect(await read(Buffer.from('Five little ducks'))).toEqual({});
    expect(await read(Buffer.alloc(0))).toEqual({});
  });
});
