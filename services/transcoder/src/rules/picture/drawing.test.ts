import { describe, expect, it } from 'vitest';

import { drawingFor, toSvg } from './drawing.ts';

describe('drawingFor', () => {
  it('the same title always has the same drawing', () => {
    const first = drawingFor({ title: 'Alle meine Lieder', tags: ['1', 'songs'] });
    expect(drawingFor({ title: ' alle meine LIEDER', tags: [] })).toEqual(first);
  });

  it('songs have different drawings', () => {
    const titles = Array.from({ length: 40 }, (_, number) => `Lied ${number}`);
    const drawings = titles.map((title) => JSON.stringify(drawingFor({ title, tags: [] })));
    expect(new Set(drawings).size).toBeGreaterThan(20);
  });

  it('a drawing is about what the title or a tag names', () => {
    expect(drawingFor({ title: 'Five little ducks', tags: [] }).scene).toBe('duck-pond');
    expect(drawingFor({ title: 'Schlaf, Kindlein', tags: ['Lullabies'] }).scene).toBe('moon-lullaby');
  });
});

describe('toSvg', () => {
  it('a scene of another version becomes the lark', () => {
    const size = { width: 1280, height: 720 };
    expect(toSvg({ scene: 'toString', tint: 'none' }, size)).toBe(
      toSvg({ scene: 'morning-lark', tint: 'lake' }, size),
    );
  });
});
