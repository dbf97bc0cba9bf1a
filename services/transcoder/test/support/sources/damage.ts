import { createRandom } from '@larksong/service-kit/testing/random';

import type { SourceSpec } from './source-spec.ts';

/** Returns the bytes of a damaged source. */
export function damage({ damage: kind, number, seed }: SourceSpec, bytes: Buffer): Buffer {
  const random = createRandom(seed * 104_729 + number);
  const somewhere = () => random.whole(0, bytes.length - 1);
  if (kind === 'cut off') return bytes.subarray(0, Math.floor(bytes.length * (0.1 + 0.8 * random.next())));
  if (kind === 'junk at the end')
    return Buffer.concat([bytes, Buffer.from(Array.from({ length: 20_000 }, () => random.whole(0, 255)))]);
  const result = Buffer.from(bytes);
  if (kind === 'a zeroed block') {
    const at = somewhere();
    return result.fill(0, at, Math.min(bytes.length, at + random.whole(16, 20_000)));
  }
  if (kind === 'flipped bits')
    for (let flips = random.whole(1, 30); flips > 0; flips -= 1) {
      const at = somewhere();
      result[at] = (result[at] ?? 0) ^ (1 << random.whole(0, 7));
    }
  return result;
}
