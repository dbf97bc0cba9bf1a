import { expect, it } from 'vitest';

import { toGuess } from './guess-languages.ts';

it.each([
  [['de'], 'de'],
  [['de-AT', 'de'], 'de'],
  [['und', 'fr'], 'fr'],
  [['uk'], 'uk'],
  [['de', 'en'], undefined],
  [['it'], undefined],
  [['it', 'de'], undefined],
  [['und'], undefined],
  [['constructor'], undefined],
  [[], undefined],
])('captions of a file in %j tell the language %s', (languages, guess) => {
  expect(toGuess(languages)).toBe(guess);
});
