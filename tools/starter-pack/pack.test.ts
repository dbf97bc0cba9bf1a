import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { addPraise, play, victoryNotes } from './effects.ts';
import { durationSeconds, SAMPLE_RATE } from './samples.ts';
import { readWords, toFurtherPacks, toPack, type PackItem } from './words.ts';

const PACK = join(import.meta.dirname, '../../services/game/starter-pack');
const words = readWords();
const items = toPack(words).letters.flatMap((letter) => letter.items);
const read = (path: string) => readFileSync(join(PACK, path));

describe('the starter pack', () => {
  it('the pack lists three or four words for each letter from A to Z', () => {
    const pack: unknown = JSON.parse(read('pack.json').toString());
    expect(pack).toEqual(toPack(words));
    expect(
      toPack(words)
        .letters.map(({ letter }) => letter)
        .join(''),
    ).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    for (const { items } of toPack(words).letters) expect([3, 4]).toContain(items.length);
  });

  it('no two words of the pack differ in case only, since some file systems ignore case', () => {
    expect(new Set(items.map(({ name }) => name.toLowerCase())).size).toBe(words.length);
  });

  it('the pack has exactly one picture and one sound for each word', () => {
    expect(list('pictures')).toEqual(items.map(({ picture }) => picture).sort());
    expect(list('sounds')).toEqual(items.map(({ sound }) => sound).sort());
  });

  it('the packs of further languages are those of the list of words, and each picture shows one word', () => {
    const packs = toFurtherPacks(words);
    expect([...packs.keys()]).toEqual(['de', 'es']);
    for (const [language, pack] of packs) {
      expect(JSON.parse(read(`${language}/pack.json`).toString())).toEqual(pack);
      const shown = pack.letters.flatMap((letter) => letter.items.map(({ picture }) => picture));
      expect(new Set(shown).size).toBe(shown.length);
    }
  });

  it('all pictures and all sounds of the pack differ', () => {
    const differing = (key: 'picture' | 'sound') =>
      new Set(items.map((item) => read(item[key]).toString('base64'))).size;
    expect(differing('picture')).toBe(words.length);
    expect(differing('sound')).toBe(words.length);
  });

  it.each(items)(
    '$name: the picture is a small square PNG, as large as it is shown, with colours from a palette',
    ({ picture }) => {
      const { width, height, colourType, hasTransparency } = readPngHeader(read(picture));
      expect({ height, colourType, hasTransparency }).toEqual({
        height: width,
        colourType: 3,
        hasTransparency: true,
      });
      expect(width).toBeGreaterThanOrEqual(224);
      expect(width).toBeLessThanOrEqual(384);
      expect(statSync(join(PACK, picture)).size).toBeLessThanOrEqual(5_000);
    },
  );

  it('no eight pictures of the pack, as on a whole board, exceed 40 kB', () => {
    const sizes = items.map(({ picture }) => statSync(join(PACK, picture)).size).toSorted((a, b) => b - a);
    expect(sizes.slice(0, 8).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40_000);
  });

  it.each(items)('$name: the sound is a short mono MP3', ({ sound }: PackItem) => {
    const file = read(sound);
    const { isMono, seconds } = readMp3(file);
    expect(isMono).toBe(true);
    expect(seconds).toBeGreaterThan(0.25);
    expect(seconds).toBeLessThanOrEqual(1.65); // 1.5 s and the encoder's padding
    expect(file.length).toBeLessThanOrEqual(20_000);
  });

  it.each(['victory', 'match', 'error', 'invitation'])('the pack has the sound %s', (name) => {
    const { isMono, seconds } = readMp3(read(`effects/${name}.mp3`));
    expect(isMono).toBe(true);
    expect(seconds).toBeLessThanOrEqual({ victory: 3, match: 0.7, error: 0.8, invitation: 3.3 }[name] ?? 0);
  });

  it('the praise is spoken over the end of the victory tune', () => {
    const tune = durationSeconds(play(victoryNotes()));
    const praised = addPraise(play(victoryNotes()), new Float32Array(SAMPLE_RATE).fill(0.1));
    expect(durationSeconds(praised)).toBeCloseTo(2.3, 2);
    expect(
      praised.subarray(Math.ceil(tune * SAMPLE_RATE)).every((value) => Math.abs(value - 0.1) < 1e-6),
    ).toBe(true);
    // The file is longer than the tune by the rest of the praise.
    expect(readMp3(read('effects/victory.mp3')).seconds).toBeGreaterThan(tune + 0.5);
  });

  it('the pack has the spoken name of every letter', () => {
    for (const { letter } of toPack(words).letters)
      expect(readMp3(read(`sounds/letters/${letter}.mp3`)).seconds).toBeLessThanOrEqual(1.65);
  });

  it('the film of the pack can start before it is completely loaded', () => {
    const film = read('demo.mp4').toString('latin1');
    expect(film.slice(4, 8)).toBe('ftyp');
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
  });

  it('the pack has at most 3 MB', () => {
    const files = readdirSync(PACK, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const sizes = files.map((file) => statSync(join(file.parentPath, file.name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000_000);
  });

  it('the pack names every source with its licence', () => {
    const attribution = read('ATTRIBUTION.md').toString();
    for (const name of [
      'Noto Emoji',
      'Apache-2.0',
      'Andika',
      'OFL-1.1',
      'flite',
      'cmu_us_rms',
      'effects/',
      'demo.mp4',
      'demo.jpg',
    ])
      expect(attribution).toContain(name);
    expect(read('licences/Apache-2.0.txt').toString()).toContain('Version 2.0, January 2004');
    expect(read('licences/Andika-OFL.txt').toString()).toContain('SIL OPEN FONT LICENSE');
  });
});

/** The files of a folder of the pack, without those of folders in it, by their path in the pack. */
function list(folder: string): string[] {
  return readdirSync(join(PACK, folder), { withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => `${folder}/${file.name}`)
    .sort();
}

/** Reads the first chunk of a PNG (ISO/IEC 15948, 11.2.2), and whether it has a chunk of transparency. */
function readPngHeader(file: Buffer) {
  expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  expect(file.toString('latin1', 12, 16)).toBe('IHDR');
  return {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    colourType: file[25],
    hasTransparency: file.includes('tRNS', 26, 'latin1'),
  };
}

const MPEG2_LAYER3_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG2_RATES = [22_050, 24_000, 16_000];

/** Walks over all frames of an MPEG-2 layer III file (ISO/IEC 13818-3); fails on anything between them. */
function readMp3(file: Buffer): { isMono: boolean; seconds: number } {
  let isMono = true;
  let seconds = 0;
  for (let at = 0; at < file.length;) {
    const header = file.readUInt32BE(at);
    expect(header >>> 17, `no frame at byte ${at}`).toBe(0x7ff9); // sync, MPEG-2, layer III
    const rate = MPEG2_RATES[(header >>> 10) & 3] ?? 0;
    const bitrate = (MPEG2_LAYER3_KBITS[(header >>> 12) & 15] ?? 0) * 1000;
    isMono &&= ((header >>> 6) & 3) === 3;
    at += Math.floor((72 * bitrate) / rate) + ((header >>> 9) & 1);
    seconds += 576 / rate;
  }
  return { isMono, seconds };
}
