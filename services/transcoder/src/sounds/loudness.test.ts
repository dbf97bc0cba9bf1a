import { describe, expect, it } from 'vitest';

import { firstLevel, nextLevel } from './loudness.ts';

describe('the level of a sound', () => {
  const first = firstLevel({ integratedLufs: -23, truePeakDb: -5 });

  it('the first level adds the missing loudness', () => {
    expect(first).toEqual({ gainDb: 7, ceilingDb: -2 });
    expect(firstLevel({ integratedLufs: -69, truePeakDb: -60 }).gainDb).toBe(45);
  });

  it('the level stays if the result is within half a unit and below the peak', () => {
    expect(nextLevel(first, { integratedLufs: -16.4, truePeakDb: -1.7 }, first)).toBeUndefined();
  });

  it('the level rises by the loudness that is still missing, up to a limit', () => {
    expect(nextLevel(first, { integratedLufs: -18, truePeakDb: -3 }, first)).toEqual({
      gainDb: 9,
      ceilingDb: -2,
    });
    expect(nextLevel(first, { integratedLufs: -40, truePeakDb: -3 }, first)?.gainDb).toBe(15);
  });

  it('the ceiling of the limiter falls by the excess of the encoded peak', () => {
    const next = nextLevel(first, { integratedLufs: -16, truePeakDb: -0.9 }, first);
    expect(next?.ceilingDb).toBeCloseTo(-2.85);
  });

  it('the peak keeps a margin for rounding in the log and for other meters', () => {
    expect(nextLevel(first, { integratedLufs: -16, truePeakDb: -1.5 }, first)?.ceilingDb).toBeCloseTo(-2.25);
  });
});
