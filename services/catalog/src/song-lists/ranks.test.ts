import { describe, expect, it } from 'vitest';

import { RANK_GAP, ranksIn } from './ranks.ts';

describe('ranksIn', () => {
  it.each([
    [{ before: null, behind: null }, 2, [RANK_GAP, 2 * RANK_GAP]],
    [{ before: 7, behind: null }, 1, [7 + RANK_GAP]],
    [{ before: null, behind: 7 }, 1, [7 - RANK_GAP]],
    [{ before: 0, behind: 4 }, 3, [1, 2, 3]],
    [{ before: -3, behind: 3 }, 1, [0]],
  ])('in the gap %j, %i songs have the ranks %j', (gap, count, ranks) => {
    expect(ranksIn(gap, count)).toEqual(ranks);
  });

  it('returns undefined where there is no room', () => {
    expect(ranksIn({ before: 0, behind: 4 }, 4)).toBeUndefined();
    expect(ranksIn({ before: 5, behind: 6 }, 1)).toBeUndefined();
  });

  it('puts two hundred songs before a song in ascending order', () => {
    const ranks = ranksIn({ before: null, behind: RANK_GAP }, 200) ?? [];
    expect(ranks.every((rank, index) => rank < (ranks[index + 1] ?? RANK_GAP))).toBe(true);
  });
});
