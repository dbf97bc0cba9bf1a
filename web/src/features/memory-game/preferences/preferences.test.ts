import { expect, it } from 'vitest';

import { parsePreferences } from './preferences.ts';

const DEFAULTS = {
  letters: [],
  grid: null,
  isMuted: false,
  voice: true,
  effects: true,
  speech: 'both',
  hasPlayed: false,
  isForTwo: false,
  won: undefined,
  deviceVoice: false,
  packs: {},
};

it.each([
  null,
  '',
  'nonsense',
  '3',
  'null',
  '[]',
  '{"letters":"A","grid":"9x9","voice":0,"effects":null,"isMuted":1,"speech":"x","isForTwo":1,"deviceVoice":1}',
])('stored preferences such as %s count as missing', (text) => {
  expect(parsePreferences(text)).toEqual(DEFAULTS);
});

it('preferences are read as they were stored', () => {
  const stored = {
    letters: ['A', 'É'],
    grid: '3x3',
    isMuted: true,
    voice: false,
    effects: false,
    speech: 'word',
    hasPlayed: true,
    isForTwo: true,
    won: { A: ['apple'], É: [] },
    deviceVoice: true,
    pack: 'de',
    packs: { de: { letters: ['Ä'] } },
  };
  expect(parsePreferences(JSON.stringify(stored))).toEqual(stored);
  expect(parsePreferences('{"letters":["A",3]}').letters).toEqual(['A']);
});

it('a device on which letters were won counts as one that has played', () => {
  expect(parsePreferences('{"won":{"A":["apple"]}}').hasPlayed).toBe(true);
});
