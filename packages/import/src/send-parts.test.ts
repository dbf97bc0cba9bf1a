import type { catalog } from '@larksong/contracts';
import { expect, test } from 'vitest';

import { listMissingParts, toStoredBytes } from './send-parts.ts';

const upload: catalog.PartedUpload = {
  id: '0198f3c2-7a1e-7d40-b1c9-000000000009',
  sizeBytes: 25,
  partSizeBytes: 10,
  partCount: 3,
  storedParts: [],
  expiresAt: '2026-11-22T00:00:00.000Z',
};

test('the last part is the rest of the file', () => {
  expect(listMissingParts(upload)).toEqual([
    { number: 1, start: 0, end: 10 },
    { number: 2, start: 10, end: 20 },
    { number: 3, start: 20, end: 25 },
  ]);
  expect(toStoredBytes(upload)).toBe(0);
});

test('parts of an upload that the server has are not sent again', () => {
  const begun = { ...upload, storedParts: [1, 3] };
  expect(listMissingParts(begun)).toEqual([{ number: 2, start: 10, end: 20 }]);
  expect(toStoredBytes(begun)).toBe(15);
  expect(listMissingParts({ ...upload, storedParts: [1, 2, 3] })).toEqual([]);
});
