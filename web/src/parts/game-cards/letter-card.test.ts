import { expect, it } from 'vitest';

import { bothCases, hueOf } from './letter-card.ts';

it('letters are drawn in both cases where there are two', () => {
  expect(['A', 'É', '7', 'あ'].map(bothCases)).toEqual(['Aa', 'Éé', '7', 'あ']);
});

it('six hues repeat', () => {
  const hues = [0, 1, 2, 3, 4, 5, 6].map(hueOf);
  expect([new Set(hues).size, hues[6]]).toEqual([6, hues[0]]);
});
