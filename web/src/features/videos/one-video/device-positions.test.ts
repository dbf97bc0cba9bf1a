import { beforeEach, expect, test } from 'vitest';

import { findDevicePosition, keepDevicePosition } from './device-positions.ts';

beforeEach(() => localStorage.clear());

test('the latest position of a video is kept', () => {
  keepDevicePosition('a', 12.4);
  keepDevicePosition('b', 30);
  keepDevicePosition('a', 14.6);
  expect([findDevicePosition('a'), findDevicePosition('b'), findDevicePosition('c')]).toEqual([15, 30, null]);
});

test('the positions of the last watched videos are kept', () => {
  for (let index = 0; index < 60; index += 1) keepDevicePosition(`v${index}`, index);
  expect([findDevicePosition('v9'), findDevicePosition('v10'), findDevicePosition('v59')]).toEqual([
    null,
    10,
    59,
  ]);
});

test.each(['', 'no json', '{}', '[1,["a","b"],["a",-1]]', 'null'])(
  'a malformed list of positions such as %s is ignored',
  (text) => {
    localStorage.setItem('positions', text);
    expect(findDevicePosition('a')).toBeNull();
    keepDevicePosition('a', 20);
    expect(findDevicePosition('a')).toBe(20);
  },
);
