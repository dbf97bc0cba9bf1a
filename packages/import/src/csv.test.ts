import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseCsv } from './csv.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

describe('a table', () => {
  it.each([
    ['file,title\na.mp4,A\n', ','],
    ['file;title\r\na.mp4;A', ';'],
    ['file\ttitle\ra.mp4\tA\r', '\t'],
    ['\uFEFFfile;title\na.mp4;A\n', '; after a byte order mark'],
    ['sep=;\r\nfile;title\r\na.mp4;A\r\n', '; that it declares'],
  ])('the table %j is separated by %s', (text) => {
    expect(cellsOf(text)).toEqual([
      ['file', 'title'],
      ['a.mp4', 'A'],
    ]);
  });

  it('quoted cells keep separators, line breaks and quotation marks, and lines keep their numbers', () => {
    const text = 'file,title\n\na.mp4,"One, ""two""\nthree"\n , \nb.mp4,"",last,\n';
    expect(parseCsv(text)).toEqual([
      { line: 1, cells: ['file', 'title'] },
      { line: 3, cells: ['a.mp4', 'One, "two"\nthree'] },
      { line: 6, cells: ['b.mp4', '', 'last', ''] },
    ]);
  });

  it('a quotation mark within a cell is text, and one that is never closed is named by its line', () => {
    expect(cellsOf('a,5" high')).toEqual([['a', '5" high']]);
    expect(() => parseCsv('file,title\na.mp4,"Ducks\nb.mp4,B')).toThrow(
      'Line 2: a quotation mark is opened here and never closed.',
    );
  });

  it('every table that is written with quotation marks is read as it was', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '\t', '"', '\n', '\r\n', 'ä', ' ') });
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        fc.constantFrom(',', ';', '\t'),
        (rows, separator) => {
          const text = rows.map((row) => row.map(quote).join(separator)).join('\r\n');
          const filled = rows.filter((row) => row.some((one) => one.trim() !== ''));
          expect(cellsOf(text)).toEqual(filled.map((row) => row.map((one) => one.trim())));
        },
      ),
    );
  });
});
