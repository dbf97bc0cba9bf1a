import { expect, test } from 'vitest';

import { compareLetters } from './letter-order.ts';

test('letters come in an order: Latin by base letter, then other scripts, then digits', () => {
  const ordered = ['A', 'Ä', 'B', 'É', 'F', 'ß', 'Z', 'Α', 'Ω', 'А', 'Ё', 'Я', 'ب', '1', '7'];
  expect(ordered.toReversed().toSorted(compareLetters)).toEqual(ordered);
});
