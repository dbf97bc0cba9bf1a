import { describe, expect, test } from 'vitest';

import { buildZip, zip64End, type BuiltEntry } from '../../test/zip-builder.ts';
import { openZip, type OpenedZip } from './open-zip.ts';

const LIMITS = { maxBytes: 1_000_000, maxFiles: 10 };
const MAX_FILE = 100_000;

function open(zip: Buffer, limits = LIMITS): Promise<OpenedZip> {
  const read = async (start: number, length: number) => {
    if (start < 0 || start + length > zip.length) throw new RangeError('beyond the end');
    return zip.subarray(start, start + length);
  };
  return openZip(read, zip.length, limits);
}

async function read(zip: Buffer, path: string): Promise<string> {
  const file = (await open(zip)).files.get(path);
  if (!file) throw new Error(`${path} is not in the zip`);
  return (await file.read(MAX_FILE)).toString();
}

const word: BuiltEntry = { path: 'Images/A/apple.png', data: 'apple'.repeat(100) };
const other: BuiltEntry = { path: 'b.txt', data: 'b' };

describe('a zip', () => {
  test('a zip is read, stored and compressed, in any script, with a comment', async () => {
    const zip = buildZip(
      [word, { path: 'Audio/Я/яблоко.mp3', data: 'яблоко', isDeflated: true }, { path: 'empty' }],
      { comment: 'made by hand' },
    );
    expect([...(await open(zip)).files.keys()]).toEqual([
      'Images/A/apple.png',
      'Audio/Я/яблоко.mp3',
      'empty',
    ]);
    expect(await read(zip, 'Images/A/apple.png')).toBe(word.data);
    expect(await read(zip, 'Audio/Я/яблоко.mp3')).toBe('яблоко');
    expect(await read(zip, 'empty')).toBe('');
  });

  test('a zip may have folders and the files that systems add, which are left out', async () => {
    const clutter = [
      'Images/',
      'Images/A/',
      '__MACOSX/Images/A/._apple.png',
      '.DS_Store',
      'Images/Thumbs.db',
    ];
    const { files, refused } = await open(buildZip([...clutter.map((path) => ({ path })), word]));
    expect([[...files.keys()], refused]).toEqual([[word.path], []]);
  });

  test('names that a system has decomposed are composed', async () => {
    const { files } = await open(buildZip([{ path: 'Images/N\u0303/n\u0303u.png' }]));
    expect([...files.keys()]).toEqual(['Images/Ñ/ñu.png']);
  });
});

describe('a zip that is refused', () => {
  const whole = buildZip([word, other]);
  const many = Array.from({ length: 11 }, (_, index) => ({ path: `${index}` }));
  const bomb = [word, ...[1, 2, 3].map((number) => ({ ...word, path: `${number}`, sharedWith: 0 }))];
  const lying64 = (entryCount: bigint, directoryStart: bigint) =>
    buildZip([word], {
      entryCount: 0xffff,
      directoryStart: 0xffffffff,
      beforeEnd: zip64End({
        entryCount,
        directoryStart,
        recordStart: BigInt(buildZip([word]).length - 22),
      }),
    });
  const broken = /not a zip, or it is damaged/;

  test.each([
    ['no bytes', Buffer.alloc(0), broken],
    ['something else', Buffer.from('%PDF-1.7 and more'), broken],
    ['only its beginning', whole.subarray(0, 200), broken],
    ['only its end', whole.subarray(300), broken],
    ['a byte missing at its end', whole.subarray(0, -1), broken],
    ['bytes after its end', Buffer.concat([whole, Buffer.from('more')]), broken],
    ['fewer entries than it states', buildZip([word], { entryCount: 2 }), broken],
    ['a directory beyond its end', buildZip([word], { directoryStart: 1_000_000 }), broken],
    ['an entry beyond its end', buildZip([{ ...word, packedBytes: 5000, sizeBytes: 5000 }]), broken],
    ['more entries than allowed', buildZip(many), /more than 10 files/],
    ['more entries than allowed by 64 bits', lying64(2n ** 52n, 0n), /more than 10 files/],
    ['a directory beyond its end by 64 bits', lying64(1n, 2n ** 52n), broken],
    ['a size beyond all limits', buildZip([{ ...word, sizeBytes: 4_000_000_000 }]), /more than 0 MB/],
    [
      'a size beyond all limits in all',
      buildZip(many.slice(0, 9).map((entry) => ({ ...entry, sizeBytes: 150_000 }))),
      /unpacks to more than/,
    ],
    ['many names for the same bytes', buildZip(bomb), /Files of this zip overlap/],
    ['strong encryption', buildZip([{ ...word, flags: 0x41 }]), broken],
  ])('a zip with %s is refused', async (_name, zip, sentence) => {
    await expect(open(zip)).rejects.toThrow(sentence);
  });
});

describe('a file in a zip that is refused', () => {
  test.each([
    ['../apple.png', /leads out of the pack/],
    ['Images/../../apple.png', /leads out of the pack/],
    ['/etc/passwd', /begins at the root/],
    ['C:/Windows/apple.png', /begins at the root/],
    ['c:apple.png', /begins at the root/],
    ['Images\\A\\apple.png', /contains a backslash/],
    ['..\\apple.png', /contains a backslash/],
    ['Images/A/apple.png\0.exe', /invisible characters/],
    ['Images/A/\u202egnp.apple', /invisible characters/],
    ['Images//apple.png', /an empty part/],
    ['./apple.png', /an empty part/],
    ['a'.repeat(400), /too long/],
    [Buffer.from([0xff, 0xfe, 0x41]), /cannot be read/],
  ])('a file with the path %j is refused, and the others are not', async (path, reason) => {
    const { files, refused } = await open(buildZip([other, { ...word, path }]));
    expect([...files.keys()]).toEqual(['b.txt']);
    expect(refused).toEqual([
      {
        path: expect.any(String) as string,
        explanation: expect.objectContaining({ message: expect.stringMatching(reason) }),
      },
    ]);
    expect(refused[0]?.path).not.toMatch(/\p{Cc}|\u202e/u);
  });

  test.each([
    ['a link', { ...word, mode: 0o120777 }, /a link and not a file/],
    ['a device', { ...word, mode: 0o060777 }, /a link and not a file/],
  ])('%s is refused', async (_name, entry, reason) => {
    expect((await open(buildZip([entry]))).refused[0]?.explanation.message).toMatch(reason);
  });

  test('files with one name are refused, also if they differ only in capitals', async () => {
    const { files, refused } = await open(
      buildZip([word, { ...word, data: 'x' }, other, { path: 'B.TXT' }, { path: 'c' }]),
    );
    expect([...files.keys()]).toEqual(['c']);
    expect(refused.map(({ path, explanation }) => [path, explanation.message.slice(0, 21)])).toEqual([
      ['Images/A/apple.png', 'The zip contains this'],
      ['Images/A/apple.png', 'The zip contains this'],
      ['b.txt', 'The zip contains anot'],
      ['B.TXT', 'The zip contains anot'],
    ]);
  });

  test.each([
    ['encrypted', { ...word, flags: 0x0801 }, /encrypted/],
    ['compressed in another way', { ...word, method: 14 }, /unusual way/],
    [
      'larger than allowed',
      { path: word.path, data: Buffer.alloc(MAX_FILE + 1), isDeflated: true },
      /larger than/,
    ],
    ['larger than it states', { ...word, isDeflated: true, sizeBytes: 10 }, /does not have the size/],
    ['smaller than it states', { ...word, isDeflated: true, sizeBytes: 5000 }, /does not have the size/],
    ['stored and of another size', { ...word, sizeBytes: 10 }, /does not have the size/],
    ['changed', { ...word, checksum: 1 }, /checksum is wrong/],
    ['not what it seems', { ...word, method: 8 }, /damaged/],
  ])('a file that is %s is refused when it is read', async (_name, entry, sentence) => {
    const zip = buildZip([entry, other]);
    await expect(read(zip, word.path as string)).rejects.toThrow(sentence);
    expect(await read(zip, 'b.txt')).toBe('b');
  });

  test('a file of a bomb is unpacked no further than it states', async () => {
    const zip = buildZip([{ ...word, data: Buffer.alloc(50_000_000), isDeflated: true, sizeBytes: 1000 }]);
    const before = process.memoryUsage().arrayBuffers;
    await expect(read(zip, word.path as string)).rejects.toThrow(/does not have the size/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });
});
