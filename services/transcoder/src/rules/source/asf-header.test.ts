import { expect, it } from 'vitest';

import { missingAsfSeconds } from './asf-header.ts';

/** The first bytes of a file of 240,795 bytes and 9.446 s, whose times begin at 3.1 s. */
function headOf({ isLive = false } = {}): Buffer {
  const head = Buffer.alloc(200);
  head.set(Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'));
  const at = 30;
  head.set(Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex'), at);
  head.writeBigUInt64LE(240_795n, at + 40);
  head.writeBigUInt64LE(125_460_000n, at + 64);
  head.writeBigUInt64LE(3100n, at + 80);
  head.writeUInt32LE(isLive ? 3 : 2, at + 88);
  return head;
}

it('an ASF file that is shorter than its header states should last as long as the header states', () => {
  expect(missingAsfSeconds(headOf(), 122_391)).toBeCloseTo(9.446, 6);
});

it.each([
  ['a whole file', headOf(), 240_795],
  ['a file with something appended', headOf(), 260_795],
  ['a file that was written live', headOf({ isLive: true }), 100],
  ['a file without the header', Buffer.alloc(200), 100],
  ['a header that is cut off', headOf().subarray(0, 100), 100],
])('%s lacks nothing', (_what, head, sizeBytes) => {
  expect(missingAsfSeconds(head, sizeBytes)).toBeUndefined();
});
