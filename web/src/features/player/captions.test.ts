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
])('%j finds %s', (languages, id) => {
  expect(findCaption(captions, languages)?.id).toBe(id);
});

test('the very language comes before another form of it', () => {
  const both = [
    { id: 'a', language: 'pt-BR', label: '', url: '' },
    ...captions,
    { id: 'b', language: 'pt', label: '', url: '' },
  ];
  expect(findCaption(both, ['pt'])?.id).toBe('b');
});
