import { expect, test } from 'vitest';

import { toAutoLabel } from './auto-label.ts';
import { findQuality, toQualities } from './quality.ts';

const levels = [
  { width: 854, height: 480, bitrate: 1_400_000 },
  { width: 1280, height: 720, bitrate: 2_800_000 },
  { width: 640, height: 360, bitrate: 800_000 },
];

test('qualities are listed from the best down and keep the index of the stream', () => {
  expect(toQualities(levels)).toEqual([
    { name: '720p', index: 1 },
    { name: '480p', index: 0 },
    { name: '360p', index: 2 },
  ]);
});

test('the quality of a portrait video is named by its shorter side, and equal names are one entry', () => {
  const portrait = [
    { width: 720, height: 1280, bitrate: 2_800_000 },
    { width: 720, height: 1280, bitrate: 2_000_000 },
  ];
  expect(toQualities(portrait)).toEqual([{ name: '720p', index: 0 }]);
});

test('a remembered quality is found again, or the best one below it', () => {
  const qualities = toQualities(levels);
  expect(findQuality(qualities, '480p')?.index).toBe(0);
  expect(findQuality(qualities, '1080p')?.name).toBe('720p');
  expect(findQuality(qualities, '240p')?.name).toBe('360p');
  expect(findQuality(qualities, null)).toBeNull();
  expect(findQuality([], '480p')).toBeNull();
});

test('the automatic entry names the quality that plays', () => {
  expect(toAutoLabel('480p')).toBe('Auto (480p)');
  expect(toAutoLabel(null)).toBe('Auto');
});
