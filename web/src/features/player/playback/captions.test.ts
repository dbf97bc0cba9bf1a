import { expect, test } from 'vitest';

import { findCaption } from './captions.ts';

const captions = ['en', 'de', 'pt-BR'].map((language) => ({
  id: language,
  language,
  label: language,
  url: '',
}));

test.each([
  [['de'], 'de'],
  [['DE-at'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['fr', 'en-GB', 'de'], 'en'],
  [['fr'], undefined],
  [[], undefined],
])('preferred languages %j choose captions in %s', (languages, id) => {
  expect(findCaption(captions, languages)?.id).toBe(id);
});

test('captions in exactly the preferred language win over another form of it', () => {
  const both = [
    { id: 'a', language: 'pt-BR', label: '', url: '' },
    ...captions,
    { id: 'b', language: 'pt', label: '', url: '' },
  ];
  expect(findCaption(both, ['pt'])?.id).toBe('b');
});
