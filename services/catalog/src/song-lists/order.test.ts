import { describe, expect, it } from 'vitest';

import { isOrderOf, mergeOrder } from './order.ts';

describe('mergeOrder', () => {
  it.each([
    ['abc', 'cab', 'cab'],
    ['aXb', 'ba', 'baX'],
    ['XaYZb', 'ba', 'XbaYZ'],
    ['XY', '', 'XY'],
    ['', '', ''],
  ])('of %s and the order %s is %s', (present, ordered, merged) => {
    expect(mergeOrder(present.split(''), ordered.split('')).join('')).toBe(merged);
  });
});

describe('isOrderOf', () => {
  it.each([
    ['ab', 'ba', true],
    ['abc', 'ca', true],
    ['ab', 'aa', false],
    ['ab', 'abc', false],
  ])('for %s and the order %s returns whether each is in it, once: %s', (present, ordered, expected) => {
    expect(isOrderOf(present.split(''), ordered.split(''))).toBe(expected);
  });
});
