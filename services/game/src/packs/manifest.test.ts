import { describe, expect, test } from 'vitest';

import { parseManifest, writeManifest } from './manifest.ts';
import { toSteps } from './steps.ts';

const head = '"format":"larksong-pack","version":1';
const letters = [
  { letter: 'A', items: [{ name: 'apple', picture: 'Images/A/apple.png', sound: 'Audio/A/apple.mp3' }] },
];

describe('a manifest', () => {
  test('a manifest is the same after it was written and read', () => {
    const text = writeManifest(letters);
    expect(parseManifest(text).letters).toEqual(letters);
    expect(parseManifest(`\ufeff${text}`).letters).toEqual(letters);
  });

  test('properties of newer versions are ignored', () => {
    expect(parseManifest(`{${head},"title":"Fruit","letters":[]}`).letters).toEqual([]);
  });

  test.each([
    ['no JSON', /not valid JSON/],
    ['null', /describes something else/],
    ['[]', /describes something else/],
    ['{"name":"an npm package","version":"1.0.0"}', /describes something else/],
    ['{"format":"larksong-pack","version":2,"letters":[]}', /newer version of Larksong/],
    [`{${head}}`, /is not complete/],
    [`{${head},"letters":[{"letter":"A","items":[{"name":7}]}]}`, /see \/letters\/0\/items\/0\/name/],
    [`{${head},"letters":[{"letter":"A","items":[{"name":"a","cards":["coin"]}]}]}`, /see \/letters\/0/],
    [`{${head},"letters":[{"letter":"A","items":[{"name":"a","cards":[]}]}]}`, /see \/letters\/0/],
  ])('the manifest %s is refused', (text, sentence) => {
    expect(() => parseManifest(text)).toThrow(sentence);
  });
});

describe('the steps of a pack', () => {
  const paths = ['Images/A/apple.png', 'Audio/A/apple.mp3'];
  const steps = (items: object[], { letter = 'A', files = paths, refused = [] as never[] } = {}) => {
    const manifest = parseManifest(
      JSON.stringify({ format: 'larksong-pack', version: 1, letters: [{ letter, items }] }),
    );
    return toSteps(manifest, { files: new Map(files.map((path) => [path, null])), refused });
  };
  const apple = { name: 'apple', picture: paths[0], sound: paths[1] };

  test('a name is a step, in its stored form, with both cards unless it says otherwise', () => {
    expect(steps([{ ...apple, name: ' apple\u200b ' }], { letter: 'a' })).toEqual([
      {
        letter: 'A',
        name: 'apple',
        cards: ['letter', 'image'],
        picture: { path: paths[0] },
        sound: { path: paths[1] },
      },
    ]);
    expect(steps([{ ...apple, cards: ['image', 'image'] }])).toMatchObject([{ cards: ['image', 'image'] }]);
  });

  test('a file that is absent, refused, or has another name already, concerns itself alone', () => {
    expect(
      steps([
        { ...apple, picture: 'Images/A/pear.png' },
        { name: 'pear', sound: paths[1] },
      ]),
    ).toMatchObject([
      {
        name: 'apple',
        picture: { problem: { reason: 'packed.absent', message: 'The pack does not contain this file.' } },
        sound: { path: paths[1] },
      },
      {
        name: 'pear',
        picture: undefined,
        sound: { problem: { message: expect.stringContaining('Another name') as string } },
      },
      { refused: { path: paths[0], reason: 'pack.json does not mention this file.' } },
    ]);
    const refused = [{ path: paths[0], explanation: { message: 'No.' } }] as never[];
    expect(steps([apple], { files: [paths[1] ?? ''], refused })).toMatchObject([
      { picture: { problem: { message: 'No.' } } },
    ]);
  });

  test.each([
    ['AB', 'apple', /A letter is exactly one character/],
    ['🍎', 'apple', /must be a letter or a digit/],
    ['A', '../apple', /cannot contain any of/],
    ['A', 'CON', /devices on Windows/],
    ['A', '', /Enter a name/],
    ['A', 'a'.repeat(61), /at most 60 characters/],
  ])('the letter %j with the name %j is refused', (letter, name, reason) => {
    const [step, ...more] = steps([{ ...apple, name }], { letter });
    expect(step).toMatchObject({
      refused: { part: 'cards', letter, reason: expect.stringMatching(reason) as string },
    });
    expect(more).toEqual([]);
  });

  test('a name is imported once, and files that the manifest does not mention are named', () => {
    const twice = steps([apple, { name: 'apple' }], { files: [...paths, 'notes.txt'] });
    expect(twice).toMatchObject([
      { name: 'apple' },
      { refused: { name: 'apple', reason: 'The pack contains this name more than once.' } },
      { refused: { part: 'file', path: 'notes.txt' } },
    ]);
  });
});
