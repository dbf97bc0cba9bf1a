import { describe, expect, it } from 'vitest';

import { inReadingOrder, toStoredTags } from './tag.ts';

describe('toStoredTags', () => {
  it('toStoredTags trims tags, removes duplicates and returns null for a blank one', () => {
    const grade = { tagType: 'grade', tagValue: 'Grade 1' } as const;
    expect(toStoredTags([grade, { tagType: 'grade', tagValue: ' Grade 1 ' }])).toEqual([grade]);
    expect(toStoredTags([grade, { tagType: 'category', tagValue: 'Grade 1' }])).toHaveLength(2);
    expect(toStoredTags([grade, { tagType: 'author', tagValue: '\t ' }])).toBeNull();
    expect(toStoredTags([])).toEqual([]);
  });
});

describe('inReadingOrder', () => {
  it('inReadingOrder sorts numbers by value', () => {
    expect(inReadingOrder(['Grade 10', 'grade 2', 'Grade 1', 'Élan', 'eagle', 'Kindergarten'])).toEqual([
      'eagle',
      'Élan',
      'Grade 1',
      'grade 2',
      'Grade 10',
      'Kindergarten',
    ]);
  });
});
