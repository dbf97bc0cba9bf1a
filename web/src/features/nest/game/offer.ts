import { game, type catalog, type Data } from '@larksong/contracts';

import type { FurtherPack } from '../../../parts/game-cards/packs.ts';

export type NestGame = NonNullable<catalog.NestPlace['game']>;
type Letters = Data<typeof game.listCategories>;

/** The letters and the boards of a nest. */
export interface NestOffer extends Letters {
  pack?: FurtherPack;
}

/** How many letters begin a game with all letters, as outside of nests. */
const FIRST_LETTERS = 2;

/** Returns what the game of a nest offers of all that there is: its letters, and boards up to its largest. */
export function toNestOffer(all: Letters, { letters, largest }: NestGame, pack: FurtherPack): NestOffer {
  const categories =
    letters.length === 0 ? all.categories : all.categories.filter(({ letter }) => letters.includes(letter));
  const size = game.GRIDS.indexOf(largest);
  const fitting = all.grids.filter((grid) => game.GRIDS.indexOf(grid) <= size);
  return {
    categories,
    grids: fitting.length > 0 ? fitting : [largest],
    ...(pack === undefined ? {} : { pack }),
  };
}

/** Returns the letters of the first board, as a link would name them. */
export function toFirstLetters({ categories }: NestOffer, { letters }: NestGame): string {
  const paired = categories.filter(({ pairCount }) => pairCount > 0).map(({ letter }) => letter);
  return (letters.length === 0 ? paired.slice(0, FIRST_LETTERS) : paired).join(',');
}

/** Returns the boards that the pairs of the letters of a board fill, the smallest first. */
export function listBoards({ categories, grids }: NestOffer, letters: readonly string[]): game.Grid[] {
  const pairs = categories
    .filter(({ letter }) => letters.includes(letter))
    .reduce((sum, { pairCount }) => sum + pairCount, 0);
  return grids.filter((grid, index) => index === 0 || game.CARD_COUNTS[grid] <= 2 * pairs);
}

interface NestSong {
  video: catalog.Video;
  rowId: string;
}

/**
 * Returns a song of the nest that carries one of these letters: of the first letter that has any, one other than the song
 * offered last, if there is another.
 */
export function findSongOf(
  rows: readonly catalog.NestPlaceRow[],
  letters: readonly string[],
  { last, random }: { last: string | undefined; random: () => number },
): NestSong | undefined {
  const all = rows.flatMap(({ id: rowId, songs }) => songs.map((video) => ({ video, rowId })));
  for (const letter of letters) {
    const fitting = all.filter(({ video }) => video.playable && video.letters?.includes(letter));
    const others = fitting.filter(({ video }) => video.id !== last);
    const from = others.length > 0 ? others : fitting;
    const found = from[Math.floor(random() * from.length)];
    if (found) return found;
  }
  return undefined;
}
