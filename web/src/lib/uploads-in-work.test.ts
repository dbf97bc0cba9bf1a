import { beforeEach, expect, test } from 'vitest';

import { forgetUploadsInWork, hasUploadsInWork, noteUploadInWork } from './uploads-in-work.ts';

const NOW = Date.now();

beforeEach(() => localStorage.clear());

test('an upload counts as being processed until its outcome is known', () => {
  expect(hasUploadsInWork()).toBe(false);
  noteUploadInWork('one');
  noteUploadInWork('two');
  forgetUploadsInWork(['one']);
  expect(hasUploadsInWork()).toBe(true);
  forgetUploadsInWork(['two', 'three']);
  expect(hasUploadsInWork()).toBe(false);
});

test('an upload is not waited for longer than two hours', () => {
  noteUploadInWork('one', NOW);
  expect(hasUploadsInWork(NOW + 7_100_000)).toBe(true);
  expect(hasUploadsInWork(NOW + 7_300_000)).toBe(false);
});

test('malformed stored text is ignored', () => {
  localStorage.setItem('uploads.inWork', '["x"]');
  expect(hasUploadsInWork()).toBe(false);
  localStorage.setItem('uploads.inWork', '{');
  expect(hasUploadsInWork()).toBe(false);
});
