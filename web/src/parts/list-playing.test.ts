import { beforeEach, expect, test } from 'vitest';

import { findDeviceSong, keepDeviceSong, loadPlayChoices, savePlayChoices } from './list-playing.ts';

beforeEach(() => localStorage.clear());

test('a device knows one song for each list', () => {
  expect(findDeviceSong('circle')).toBeNull();
  keepDeviceSong('circle', 'ducks');
  keepDeviceSong('winter', 'snow');
  keepDeviceSong('circle', 'fish');
  expect(findDeviceSong('circle')).toBe('fish');
  expect(findDeviceSong('winter')).toBe('snow');
});

test('a device forgets the lists that were not played for long', () => {
  for (let number = 0; number <= 50; number += 1) keepDeviceSong(`list ${number}`, 'ducks');
  expect(findDeviceSong('list 0')).toBeNull();
  expect(findDeviceSong('list 1')).toBe('ducks');
});

test('lists are played in order and once, until something else is chosen', () => {
  expect(loadPlayChoices()).toEqual({ isShuffled: false, isRepeated: false });
  savePlayChoices({ isShuffled: true, isRepeated: false });
  expect(loadPlayChoices()).toEqual({ isShuffled: true, isRepeated: false });
});

test.each(['', 'x', 'null', '7', '[[1, 2], ["circle"], "ducks"]', '{"isShuffled": "yes"}'])(
  'stored text that makes no sense is ignored: %s',
  (text) => {
    localStorage.setItem('list-positions', text);
    localStorage.setItem('list-playing', text);
    expect(findDeviceSong('circle')).toBeNull();
    expect(loadPlayChoices()).toEqual({ isShuffled: false, isRepeated: false });
    keepDeviceSong('circle', 'ducks');
    expect(findDeviceSong('circle')).toBe('ducks');
  },
);
