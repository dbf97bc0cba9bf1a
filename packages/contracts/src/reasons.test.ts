import { describe, expect, expectTypeOf, it } from 'vitest';

import { ERRORS } from './errors.ts';
import { because, listMessages, REASONS } from './reasons.ts';

describe('the list of reasons', () => {
  it('an id names its area and the reason', () => {
    for (const id of Object.keys(REASONS)) expect(id).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/);
  });

  it('no two areas have a reason of the same id', () => {
    const messages = Object.values(REASONS);
    expect(messages.length).toBeGreaterThan(150);
    expect(Object.keys(listMessages())).toHaveLength(messages.length + Object.keys(ERRORS).length);
  });

  it('a message has nothing but plain placeholders, which every formatter of ICU messages fills in alike', () => {
    for (const message of Object.values(listMessages())) {
      expect(message.replaceAll(/\{[a-z]+(?:[A-Z][a-z]+)*(?:, number)?\}/g, '')).not.toMatch(/[{}]|''|'$/);
      expect(message).not.toMatch(/'\{|\}'/); // an apostrophe before a brace quotes it
    }
  });
});

describe('because', () => {
  it('because returns the English sentence with its values', () => {
    expect(because('letter.missing')).toEqual({ reason: 'letter.missing', message: 'Enter a letter' });
    expect(because('table.same-file', { line: 3, other: 2, file: 'a.mp4' })).toEqual({
      reason: 'table.same-file',
      values: { line: 3, other: 2, file: 'a.mp4' },
      message: 'Line 3: line 2 is about the same file, a.mp4.',
    });
  });

  it('numbers have separators where the message says so, and sizes have a unit', () => {
    const { message } = because('upload.too-large', { megabytes: 10_240 });
    expect(message).toBe('This file is larger than the 10,240 MB that can be uploaded.');
    expect(because('storage.part-number', { last: 10_000 }).message).toBe(
      'Parts are numbered from 1 to 10000.',
    );
    const full = because('upload.your-space-full', { limitBytes: 2_500_000_000 });
    expect(full.message).toMatch(/^Your videos may take up 2\.5 GB on this site,/);
    expect(full.values).toEqual({ limitBytes: 2_500_000_000 });
  });

  it('a value is shown as it is, also if it looks like a placeholder', () => {
    const { message } = because('table.column-unused', { column: '{line} $& $1' });
    expect(message).toBe('The column “{line} $& $1” is not used.');
  });

  it('a call without a value of the message, or with a wrong one, does not compile', () => {
    expectTypeOf(because<'letter.missing'>).parameters.toEqualTypeOf<[reason: 'letter.missing']>();
    expectTypeOf(because<'upload.too-large'>)
      .parameter(1)
      .toEqualTypeOf<{ megabytes: number }>();
    expectTypeOf(because<'video.field-too-long'>)
      .parameter(1)
      .toEqualTypeOf<{ field: string | number }>();
  });
});
