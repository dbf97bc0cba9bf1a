import { describe, expect, it } from 'vitest';

import { readArea, readFilters, toQuery, withFilter } from './filters.ts';
import { listValues } from './values.ts';

const none = { person: '', subject: '', action: '', from: '', until: '' };

describe('the address', () => {
  it('filters are read from the address, and unknown values count as none', () => {
    const address = new URLSearchParams(
      'area=accounts&person=anna&action=account.update&from=2026-01-31&until=yesterday',
    );
    expect(readArea(address)).toBe('accounts');
    expect(readFilters(address)).toEqual({
      ...none,
      person: 'anna',
      action: 'account.update',
      from: '2026-01-31',
    });
    expect(readFilters(new URLSearchParams('action=toString&from=2026-99-99'))).toEqual(none);
    expect(readArea(new URLSearchParams('area=__proto__'))).toBe('videos');
  });

  it('another part of the site keeps the filters but for the kind of change', () => {
    const address = new URLSearchParams('person=anna&action=video.delete');
    expect(withFilter(address, 'area', 'game').toString()).toBe('person=anna&area=game');
    expect(withFilter(address, 'person', '').toString()).toBe('action=video.delete');
  });
});

describe('the query', () => {
  it('both days of a period are included, as days of the reader', () => {
    const { from, to } = toQuery({ ...none, from: '2026-03-01', until: '2026-03-02' });
    expect(new Date(from ?? '').getTime()).toBe(new Date(2026, 2, 1).getTime());
    expect(new Date(to ?? '').getTime()).toBe(new Date(2026, 2, 3).getTime());
    expect(toQuery(none)).toEqual({});
  });
});

describe('the values of a change', () => {
  it('every changed value is one line in words', () => {
    expect(
      listValues(
        { visibility: 'public', privateUserId: null, isDisabled: false },
        {
          visibility: 'private',
          tags: [{ tagType: 'author', tagValue: 'Anna' }],
          letters: [],
          isDisabled: true,
        },
      ),
    ).toEqual([
      { name: 'visibility', isId: false, before: 'public', after: 'private' },
      { name: 'who may watch', isId: true, before: null, after: null },
      { name: 'disabled', isId: false, before: 'no', after: 'yes' },
      { name: 'tags', isId: false, before: null, after: 'author: Anna' },
      { name: 'letters', isId: false, before: null, after: null },
    ]);
    expect(listValues({ siteName: 'Oak' }, { sizeBytes: 218_000 })).toEqual([
      { name: 'site name', isId: false, before: 'Oak', after: null },
      { name: 'size', isId: false, before: null, after: '218 kB' },
    ]);
    expect(listValues(null, 'text')).toEqual([]);
  });
});
