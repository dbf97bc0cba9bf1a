import { hashSource } from '@larksong/service-kit/storage';
import { catalog } from '@larksong/contracts';
import { afterEach, expect, test, vi } from 'vitest';

import { hashFile } from './hash-file.ts';

afterEach(() => vi.unstubAllGlobals());

test.each(['https', 'plain http, where the browser has no SHA-256'])(
  'a file has the same hash in the browser as on the server, on a page with %s',
  async (scheme) => {
    if (scheme !== 'https') vi.stubGlobal('crypto', {});
    for (const size of [0, 1000, catalog.SOURCE_PART_BYTES, catalog.SOURCE_PART_BYTES + 5]) {
      const bytes = new Uint8Array(size).fill(7);
      const expected = await hashSource(
        (async function* () {
          yield bytes;
        })(),
      );
      expect(await hashFile(new Blob([bytes]))).toBe(expected);
    }
  },
);
