// @vitest-environment node
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { game, LANGUAGES } from '@larksong/contracts';
import { cataloguePath, readTexts, CLIENT_GROUPS } from '@larksong/languages';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';

import { narrowFont, parseRange, PRELOADED, WEIGHTS } from '../build/fonts.ts';

/** A font of src/styles/fonts.css. */
interface Face {
  family: string;
  weight: string;
  /** What the build calls it, without its hash. */
  name: string;
  part: string | undefined;
  whole: Buffer;
  /** The characters for which browsers use it. */
  range: Set<number>;
  /** Those of the font. */
  characters: Set<number>;
}

/** As in tokens.css. */
const UI_FAMILIES = ['Lexend Variable', 'Readex Pro Variable', 'Andika Cyrillic'];

const faces = await readFaces();
const LEXEND = findFace('lexend-latin-wght-normal');
const READEX = findFace('readex-pro-arabic-wght-normal');
const ARABIC_LETTERS = findFace('scheherazade-new-arabic-700-normal-arabic');

test.each([LEXEND, READEX])(
  '$name keeps its characters, but only the weights that are used',
  async ({ whole }) => {
    const narrow = await narrowFont(whole);
    const [before, after] = [whole, narrow].map((font) => create(font) as Font);
    expect(after?.characterSet).toEqual(before?.characterSet);
    expect(after?.variationAxes).toMatchObject({ wght: WEIGHTS });
    expect(narrow.length).toBeLessThan(0.75 * whole.length);
  },
);

test('style sheets ask for no other weights', async () => {
  const weights: number[] = [];
  for await (const path of glob(`${import.meta.dirname}/**/*.css`))
    for (const [, weight] of (await readFile(path, 'utf8')).matchAll(
      /(?:font|font-weight|--weight-\w+): (\d{3})\b(?! \d{3}\b)/g,
    ))
      weights.push(Number(weight));
  expect(weights.length).toBeGreaterThan(0);
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(WEIGHTS.min);
  expect(Math.max(...weights)).toBeLessThanOrEqual(WEIGHTS.max);
});

test.each(faces.filter(({ part }) => part !== undefined))(
  'the part $name has the characters of its range',
  async ({ whole, range }) => {
    const part = await narrowFont(whole, [...range]);
    const { characterSet } = create(part) as Font;
    const { characterSet: all } = create(whole) as Font;
    expect(new Set(characterSet.filter((code) => range.has(code)))).toEqual(
      new Set(all.filter((code) => range.has(code))),
    );
    expect(part.length).toBeLessThan(0.35 * whole.length);
  },
);

test('the part of Scheherazade New has its copyright, its joined forms and another name', async () => {
  const font = create(await narrowFont(ARABIC_LETTERS.whole, [...ARABIC_LETTERS.range])) as Font;
  expect(font.copyright).toContain('SIL Global');
  expect([font.familyName, font.fullName, font.postscriptName].join()).not.toMatch(/Scheherazade|SIL/);
  const [joined, alone] = ['بب', 'ب'].map((text) => font.layout(text).glyphs.map(({ id }) => id));
  expect(joined).toHaveLength(2);
  expect(joined).not.toContain(alone?.[0]);
});

test.each(LANGUAGES)('the letters to learn in %s have a font', (language) => {
  const letters = game.ALPHABETS[language].flatMap((letter) => [letter, letter.toLocaleLowerCase(language)]);
  const fonts = language === 'ar' ? ['Larksong Letters'] : ['Andika'];
  expect(letters.filter((letter) => listFacesOf(letter, fonts).length === 0)).toEqual([]);
});

test.each(LANGUAGES)('the texts in %s need the preloaded fonts, and no others', (language) => {
  const texts = CLIENT_GROUPS.flatMap((group) => Object.values(readTexts(cataloguePath(language, group))));
  const used = [...new Set(texts.join(''))].flatMap((sign) =>
    listFacesOf(sign, UI_FAMILIES).map(({ name }) => name),
  );
  const lists: Record<string, RegExp> = PRELOADED;
  const preloaded = ['fonts', `fonts-${language}`].flatMap((list) => lists[list] ?? []);
  const names = faces.map(({ name }) => name);
  expect(new Set(used)).toEqual(
    new Set(names.filter((name) => preloaded.some((font) => font.test(`${name}-.woff2`)))),
  );
});

async function readFaces(): Promise<Face[]> {
  const folder = `${import.meta.dirname}/styles/`;
  const resolve = createRequire(folder).resolve;
  const sheet = await readFile(`${folder}fonts.css`, 'utf8');
  const blocks = Array.from(sheet.matchAll(/@font-face \{([^}]+)\}/g), ([, block = '']) => block);
  return Promise.all(
    blocks.map(async (block) => {
      const read = (pattern: RegExp) => pattern.exec(block)?.[1];
      const path = read(/url\(\s*'([^'#]+)/) ?? '';
      const part = read(/#(\w+)/);
      const whole = await readFile(resolve(path));
      return {
        family: read(/font-family: '([^']+)'/) ?? '',
        weight: read(/font-weight: ([^;]+)/) ?? '',
        name: [path.replace(/.*\/|\.woff2$/g, ''), part].filter(Boolean).join('-'),
        part,
        whole,
        range: new Set(parseRange(read(/unicode-range:\s*([^;]+)/) ?? '')),
        characters: new Set((create(whole) as Font).characterSet),
      };
    }),
  );
}

function findFace(name: string): Face {
  const face = faces.find((one) => one.name === name);
  if (!face) throw new Error(`fonts.css has no ${name}.`);
  return face;
}

/** Returns the fonts in which browsers draw a character: of the first family that has it, one for each weight. */
function listFacesOf(character: string, families: readonly string[]): Face[] {
  const code = character.codePointAt(0) ?? NaN;
  for (const family of families) {
    const known = faces.filter(
      (face) => face.family === family && face.range.has(code) && face.characters.has(code),
    );
    if (known.length > 0) return [...new Map(known.map((face) => [face.weight, face])).values()];
  }
  return [];
}
