import { createHash } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { hashPart, hashSource, joinPartHashes } from './source-hash.ts';
import { PART_BYTES } from './types.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

async function* inChunks(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes)
    yield bytes.subarray(start, start + chunkBytes);
}

describe('the hash of a source', () => {
  it('a source has the same hash in one stream as from its parts, whatever the size of the chunks', async () => {
    const bytes = Buffer.alloc(2 * PART_BYTES + 5, 'larksong');
    const parts = [0, 1, 2].map((index) => bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES));
    const expected = sha256(Buffer.concat(parts.map(sha256))).toString('hex');
    expect(joinPartHashes(parts.map(hashPart))).toBe(expected);
    for (const chunkBytes of [65_536, 3_000_001, PART_BYTES, bytes.length])
      expect(await hashSource(inChunks(bytes, chunkBytes))).toBe(expected);
  });

  it('a source of exactly one part has one part, and so has an empty one', async () => {
    for (const bytes of [Buffer.alloc(PART_BYTES, 1), Buffer.alloc(0)])
      expect(await hashSource(inChunks(bytes, 1_000_000))).toBe(sha256(sha256(bytes)).toString('hex'));
  });

  it('the contract names the size of the parts that are hashed', () => {
    expect(catalog.SOURCE_PART_BYTES).toBe(PART_BYTES);
  });
});
