// @vitest-environment node
import type { catalog, game } from '@larksong/contracts';
import { expect, it } from 'vitest';

import { nestRow } from '../../../testing/nests.ts';
import { video } from '../../../testing/videos.ts';
import { findSongOf, listBoards, toFirstLetters, toNestOffer, type NestGame } from './offer.ts';

const category = (letter: string, pairCount: number): game.Category => ({
  ...{ id: `0198f3c2-7a1e-7d40-b1c9-00000000000${letter.charCodeAt(0) % 10}`, letter },
  ...{ itemCount: 2 * pairCount, pairCount },
});
const ALL = {
  categories: [category('A', 2), category('B', 0), category('C', 4), category('D', 2)],
  grids: ['2x2', '3x3', '4x4'] as game.Grid[],
};
const GAME: NestGame = { letters: [], says: 'both', largest: '4x4' };
const lettersOf = ({ categories }: { categories: readonly game.Category[] }) =>
  categories.map(({ letter }) => letter).join('');

it('a nest offers its letters only, and boards up to its largest', () => {
  const own = toNestOffer(ALL, { ...GAME, letters: ['D', 'A', 'Q'], largest: '3x3' }, 'de');
  expect([lettersOf(own), own.grids, own.pack]).toEqual(['AD', ['2x2', '3x3'], 'de']);
  expect(lettersOf(toNestOffer(ALL, GAME, undefined))).toBe('ABCD');
  const large = { ...ALL, grids: ['4x4'] as game.Grid[] };
  expect(toNestOffer(large, { ...GAME, largest: '2x2' }, undefined).grids).toEqual(['2x2']);
  expect(lettersOf(toNestOffer(ALL, { ...GAME, letters: ['Q'] }, undefined))).toBe('');
});

it('the first board has all letters that a grown-up chose, and otherwise the first two', () => {
  const first = (letters: string[]) => {
    const own = { ...GAME, letters };
    return toFirstLetters(toNestOffer(ALL, own, undefined), own);
  };
  expect([first([]), first(['A', 'B', 'D'])]).toEqual(['A,C', 'A,D']);
});

it('only boards that the words of the letters fill can be chosen, and always the smallest', () => {
  const own = toNestOffer(ALL, GAME, undefined);
  expect([listBoards(own, ['A']), listBoards(own, ['A', 'D']), listBoards(own, ['A', 'C', 'D'])]).toEqual([
    ['2x2'],
    ['2x2', '3x3'],
    ['2x2', '3x3', '4x4'],
  ]);
  expect(listBoards(own, [])).toEqual(['2x2']);
});

it('a song of the nest fits if it carries a letter of the board, and is another one if there is one', () => {
  const song = (letters: string[], changes: Partial<catalog.Video> = {}) => video({ letters, ...changes });
  const [a, b, silent] = [song(['A']), song(['A', 'B']), song(['C'], { playable: false })];
  const rows = [nestRow({ songs: [silent] }), nestRow({ songs: [a, b] })];
  const find = (letters: string[], last?: string) =>
    findSongOf(rows, letters, { last, random: () => 0 })?.video.id;
  expect([find(['A']), find(['A'], a.id), find(['B'], b.id), find(['C']), find([])]).toEqual([
    ...[a.id, b.id, b.id],
    ...[undefined, undefined],
  ]);
  expect(findSongOf(rows, ['C', 'B'], { last: undefined, random: () => 0 })).toEqual({
    video: b,
    rowId: rows[1]?.id,
  });
});
