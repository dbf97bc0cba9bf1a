import { expect, it } from 'vitest';

import { readLanguage, toLanguageName } from './language.ts';

it('a language has a name only if it exists', () => {
  expect(toLanguageName('de')).toBe('German');
  expect(toLanguageName('not a language')).toBe('');
  expect(toLanguageName('')).toBe('');
});

it.each([
  ['.de', 'de', 'German'],
  ['_pt-br', 'pt-BR', 'Brazilian Portuguese'],
  ['.fre.forced', 'fr', 'French'],
  ['-en', 'en', 'English'],
  ['', 'und', 'Unknown language'],
  ['.und', 'und', 'Unknown language'],
  ['.the end', 'und', 'Unknown language'],
])('a file name that ends in "%s" is in %s', (ending, language, label) => {
  expect(readLanguage(ending)).toEqual({ language, label });
});
