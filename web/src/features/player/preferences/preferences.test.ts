import { expect, test } from 'vitest';

import { DEFAULT_PREFERENCES, parsePreferences } from './preferences.ts';

test('preferences are read as they were stored', () => {
  const stored = {
    volume: 0.4,
    muted: true,
    speed: 1.5,
    quality: '480p',
    bandwidth: 2_500_000,
    captions: true,
    captionLanguage: 'pt-BR',
  };
  expect(parsePreferences(JSON.stringify(stored))).toEqual(stored);
});

test('a stored volume of zero counts as muted, with a volume to return to', () => {
  expect(parsePreferences(JSON.stringify({ volume: 0, muted: false }))).toMatchObject({
    volume: 0.5,
    muted: true,
  });
});

test.each([null, '', 'no json', '[]', 'null', '7'])(
  'the stored text %s yields the default preferences',
  (text) => {
    expect(parsePreferences(text)).toEqual(DEFAULT_PREFERENCES);
  },
);

test('an invalid preference gets its default, the others stay', () => {
  const text = JSON.stringify({
    volume: 7,
    muted: 'yes',
    speed: 16,
    quality: '<b>',
    bandwidth: -1,
    captions: 1,
  });
  expect(parsePreferences(text)).toEqual(DEFAULT_PREFERENCES);
  expect(parsePreferences(JSON.stringify({ volume: 0.5, speed: 'fast' }))).toEqual({
    ...DEFAULT_PREFERENCES,
    volume: 0.5,
  });
});
