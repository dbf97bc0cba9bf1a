import { describe, expect, it } from 'vitest';

import { formatBytes } from './format-bytes.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [12_400_000, '12.4 MB'],
    [310_000_000, '310 MB'],
    [99_960_000, '100 MB'],
    [999_600_000, '1 GB'],
    [3_000_000_000_000_000, '3000 TB'],
  ])('formatBytes writes %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
