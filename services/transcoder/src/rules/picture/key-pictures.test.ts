import { describe, expect, it } from 'vitest';

import { areAlike, readPicture } from './key-pictures.ts';

describe('pictures after a seek', () => {
  it('pictures after a seek are compared with the key pictures of the same times', () => {
    const whole = new Map([
      ['0', '0xa'],
      ['900', '0xb'],
    ]);
    const picture = (time: string, checksum: string) => ({ time, checksum });
    expect(areAlike(whole, [picture('900', '0xb'), picture('940', '0xc')])).toBe(true);
    expect(areAlike(whole, [picture('860', '0xd'), picture('900', '0xe')])).toBe(false);
    expect(areAlike(whole, [picture('940', '0xc')])).toBe(true);
    expect(areAlike(whole, [])).toBe(false);
    expect(areAlike(new Map(), [])).toBe(true);
  });

  it('a line of the list has a time and a checksum', () => {
    expect(readPicture('0,     720000,     720000,     3600,    4096, 0x246190c2')).toEqual({
      time: '720000',
      checksum: '0x246190c2',
    });
    expect(readPicture('#tb 0: 1/90000')).toBeUndefined();
  });
});
