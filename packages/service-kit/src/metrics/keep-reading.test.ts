import { describe, expect, it } from 'vitest';

import { keepReading } from './keep-reading.ts';

describe('keepReading', () => {
  it('a reading is shared by simultaneous calls and kept for its time', async () => {
    let time = 0;
    let count = 0;
    const read = keepReading(
      100,
      async () => (count += 1),
      () => time,
    );
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    time = 99;
    expect(await read()).toBe(1);
    time = 100;
    expect(await read()).toBe(2);
  });

  it('a failed reading is not kept', async () => {
    let isAway = true;
    const read = keepReading(100, async () => {
      if (isAway) throw new Error('away');
      return 'here';
    });
    await expect(read()).rejects.toThrow('away');
    isAway = false;
    expect(await read()).toBe('here');
  });
});
