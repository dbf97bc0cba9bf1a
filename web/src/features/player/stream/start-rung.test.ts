import { expect, test } from 'vitest';

import { chooseStartRung, type Expectations } from './start-rung.ts';

/** In the order of a master playlist, whose first rung is the usual start. */
const rungs = [
  { width: 854, height: 480, bitrate: 2_200_000 },
  { width: 1280, height: 720, bitrate: 4_400_000 },
  { width: 640, height: 360, bitrate: 1_300_000 },
];

function start(known: Partial<Expectations> = {}): string {
  const nothing = { quality: null, measured: null, estimated: null, width: 1920 };
  return `${rungs[chooseStartRung(rungs, 0, { ...nothing, ...known })]?.height}p`;
}

test('playback starts with the usual rung if nothing is known', () => {
  expect(start()).toBe('480p');
});

test('an estimate of the browser lowers the start rung on a slow connection and never raises it', () => {
  expect(start({ estimated: 1_600_000 })).toBe('360p');
  expect(start({ estimated: 3_500_000 })).toBe('480p');
  expect(start({ estimated: 10_000_000 })).toBe('480p');
});

test('a measured rate takes precedence and may raise the start rung, up to the width of the page', () => {
  expect(start({ measured: 20_000_000, estimated: 1_000_000 })).toBe('720p');
  expect(start({ measured: 20_000_000, width: 780 })).toBe('480p');
  expect(start({ measured: 50_000 })).toBe('360p');
});

test('playback starts with the quality that the viewer has chosen, whatever the connection', () => {
  expect(start({ quality: '720p', measured: 50_000 })).toBe('720p');
});
