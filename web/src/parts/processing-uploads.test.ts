import { beforeEach, expect, test } from 'vitest';

import { removeProcessingUploads, hasProcessingUploads, addProcessingUpload } from './processing-uploads.ts';

const NOW = Date.now();

beforeEach(() => localStorage.clear());

test('an upload counts as being processed until its outcome is known', () => {
  expect(hasProcessingUploads()).toBe(false);
  addProcessingUpload('one');
  addProcessingUpload('two');
  removeProcessingUploads(['one']);
  expect(hasProcessingUploads()).toBe(true);
  removeProcessingUploads(['two', 'three']);
  expect(hasProcessingUploads()).toBe(false);
});

test('an upload without a known outcome is forgotten after two hours', () => {
  addProcessingUpload('one', NOW);
  expect(hasProcessingUploads(NOW + 7_100_000)).toBe(true);
  expect(hasProcessingUploads(NOW + 7_300_000)).toBe(false);
});

test('malformed notes of uploads in processing are ignored', () => {
  localStorage.setItem('uploads.inWork', '["x"]');
  expect(hasProcessingUploads()).toBe(false);
  localStorage.setItem('uploads.inWork', '{');
  expect(hasProcessingUploads()).toBe(false);
});
