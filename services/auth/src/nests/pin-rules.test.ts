import { expect, test } from 'vitest';

import { isWeakPin } from './pin-rules.ts';

test('runs, repetitions and years are weak', () => {
  const weak = [
    '0000',
    '111111',
    '1234',
    '4321',
    '98765',
    '7890',
    '0987',
    '1212',
    '123123',
    '454545',
    '1985',
    '2026',
  ];
  expect(weak.filter((pin) => !isWeakPin(pin))).toEqual([]);
});

test('most PINs are not weak', () => {
  expect(['4719', '1357', '2580', '90311', '198512', '120385'].filter(isWeakPin)).toEqual([]);
  const all = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0'));
  expect(all.filter(isWeakPin).length).toBeLessThan(350);
});
