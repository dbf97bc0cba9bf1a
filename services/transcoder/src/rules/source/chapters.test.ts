import { describe, expect, it } from 'vitest';

import { toChapters } from './chapters.ts';

const video = { startSeconds: 0, durationSeconds: 60 };
const chapter = (start: number, end: number, title = 'Ducks') => ({ start, end, title });

describe('toChapters', () => {
  it('toChapters returns chapters in order, relative to the beginning of the video', () => {
    const listed = [chapter(40, 70, 'Out'), chapter(8, 20, 'Early'), chapter(20, 40, 'Five little ducks')];
    expect(toChapters(listed, { startSeconds: 10, durationSeconds: 60 })).toEqual([
      { startSeconds: 0, title: 'Early' },
      { startSeconds: 10, title: 'Five little ducks' },
      { startSeconds: 30, title: 'Out' },
    ]);
  });

  it('toChapters leaves out chapters outside the video, without a length, and with the same beginning', () => {
    const listed = [
      chapter(0, 10, 'One'),
      chapter(0, 5, 'Also one'),
      chapter(20, 10),
      chapter(30, 30),
      chapter(-20, -10),
      chapter(60, 70),
      chapter(Number.NaN, 20),
    ];
    expect(toChapters(listed, video)).toEqual([{ startSeconds: 0, title: 'One' }]);
  });

  it('toChapters returns at most 100 chapters', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => chapter(n / 1000, n / 1000 + 0.001));
    expect(toChapters(many, video)).toHaveLength(100);
  });

  it.each([
    ['  Five\tlittle\u0000 ducks ', 'Five little ducks'],
    ['Ducks\u202E gnos', 'Ducks gnos'],
    ['', 'Chapter 1'],
    ['\u200B', 'Chapter 1'],
    ['<b>Ducks</b> & 👨‍👩‍👧', '<b>Ducks</b> & 👨‍👩‍👧'],
    ['鸭'.repeat(100), '鸭'.repeat(100)],
    ['🦆'.repeat(101), `${'🦆'.repeat(99)}…`],
  ])('the title %j is shown as %j', (title, shown) => {
    expect(toChapters([chapter(0, 1, title)], video)).toEqual([{ startSeconds: 0, title: shown }]);
  });
});
