import { expect, it } from 'vitest';

import { parsePreferences } from './preferences.ts';

const DEFAULTS = { letters: [], grid: null, voice: true, effects: true };

it.each([null, '', 'nonsense', '3', 'null', '[]', '{"letters":"A","grid":"9x9","voice":0,"effects":null}'])(
  'stored preferences such as %s count as missing',
  (text) => {
    expect(parsePreferences(text)).toEqual(DEFAULTS);
  },
);

it('preferences are read as they were stored', () => {
  const stored = { letters: ['A', 'É'], grid: '3x3', voice: false, effects: false };
  expect(parsePreferences(JSON.stringify(stored))).toEqual(stored);
  expect(parsePreferences('{"letters":["A",3]}').letters).toEqual(['A']);
});
