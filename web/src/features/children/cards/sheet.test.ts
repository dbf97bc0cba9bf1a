// @vitest-environment node
import { expect, it } from 'vitest';

import { nestCard, ownNest } from '../../../testing/nests.ts';
import { toSheetCards, toSheets } from './sheet.ts';

it('a sheet has eight cards, those of the class first, and none without its code', () => {
  const nests = Array.from({ length: 8 }, () => ownNest({ cards: [nestCard()] }));
  const lost = ownNest({ cards: [nestCard({ code: null })] });
  const cards = toSheetCards([...nests, lost], {
    of: { name: 'Sunflowers', sign: 'flower', hue: 'tangerine' },
    cards: [nestCard({ label: 'Tablet 1' })],
  });
  expect(toSheets(cards).map(({ length }) => length)).toEqual([8, 1]);
  expect(cards[0]).toMatchObject({ label: 'Tablet 1', face: null, of: { name: 'Sunflowers' } });
  expect(cards[1]?.face?.id).toBe(nests[0]?.id);
  expect(toSheets([])).toEqual([]);
});
