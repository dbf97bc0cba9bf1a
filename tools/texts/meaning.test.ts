import { DEFAULT_LANGUAGE, LANGUAGES } from '@larksong/contracts';
import { cataloguePath, readTexts } from '@larksong/languages';
import { expect, it } from 'vitest';

import { partsOf } from './meaning.ts';

/** Sentences that choose by a value have other numbers in some languages. */
const isPlain = (text: string) => !/, (?:plural|select)/.test(text);

it('sentences of servers have the numbers, settings, formats and addresses of the English ones in all languages', () => {
  const lost = (['failures', 'findings'] as const).flatMap((group) => {
    const english = readTexts(cataloguePath(DEFAULT_LANGUAGE, group));
    return LANGUAGES.flatMap((language) => {
      const texts = readTexts(cataloguePath(language, group));
      return Object.entries(english)
        .filter(([, text]) => isPlain(text))
        .map(([id, text]) => ({ id, parts: partsOf(text), translated: partsOf(texts[id] ?? '') }))
        .filter(({ parts, translated }) => parts.join() !== translated.join())
        .map(({ id, parts, translated }) => `${language} ${id}: ${translated.join()}, not ${parts.join()}`);
    });
  });
  expect(lost).toEqual([]);
});

it('separators and marks of direction do not change the parts of a sentence', () => {
  const parts = ['1000', 'MP4', 'PUBLIC_URL', 'https://songs.example'];
  for (const sentence of [
    'PUBLIC_URL: 1,000 MP4, https://songs.example.',
    'https://songs.example, MP4: 1.000 (PUBLIC_URL)',
    '\u2066https://songs.example\u2069 وMP4 1\u202F000 PUBLIC_URL',
  ])
    expect(partsOf(sentence)).toEqual(parts);
});
