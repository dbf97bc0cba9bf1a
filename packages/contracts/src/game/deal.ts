import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Uuid, withDefault } from '../primitives.ts';

// What players ask for.

/** Grids of the board, by columns and rows; the 3x3 has an empty centre. */
export const GRIDS = ['2x2', '3x3', '4x4'] as const;
export const Grid = Type.Union([Type.Literal('2x2'), Type.Literal('3x3'), Type.Literal('4x4')]);
export type Grid = Static<typeof Grid>;

/** Cards of each grid (specification section 9). */
export const CARD_COUNTS: Record<Grid, number> = { '2x2': 4, '3x3': 8, '4x4': 16 };

/** A letter with its cards. `pairCount`: pairs of cards with the same name, which are what can be dealt. */
export const Category = Type.Object({
  id: Uuid,
  letter: Type.String(),
  itemCount: Type.Integer(),
  pairCount: Type.Integer(),
});
export type Category = Static<typeof Category>;

export const ItemType = Type.Union([Type.Literal('letter'), Type.Literal('image')]);
export type ItemType = Static<typeof ItemType>;

/** A card. Its picture is at `/Images/{letter}/{name}.png` and its sound at `/Audio/{letter}/{name}.mp3`, where there are any. */
export const Item = Type.Object({
  id: Uuid,
  type: ItemType,
  name: Type.String(),
  letter: Type.String(),
  categoryId: Uuid,
  hasPicture: Type.Boolean(),
  hasSound: Type.Boolean(),
});
export type Item = Static<typeof Item>;

export const listCategories = endpoint({
  operationId: 'listCategories',
  summary: 'Letters that have items, in order, and the grids that players are offered',
  method: 'GET',
  path: '/api/game/categories',
  access: 'anyone',
  data: Type.Object({ categories: Type.Array(Category), grids: Type.Array(Grid) }),
});

/** Longest list of letters that a board is dealt of, in characters; more than the addresses of most scripts can carry. */
export const LETTERS_MAX_LENGTH = 4000;

export const dealItems = endpoint({
  operationId: 'dealItems',
  summary: 'Whole pairs of cards of these letters, drawn at random; none when there is no pair',
  method: 'GET',
  path: '/api/game/items',
  access: 'anyone',
  query: Type.Object({
    /** Letters by commas, such as `A,M,S`, in 4000 characters at most; those that do not exist are passed over. */
    letters: Type.String({
      minLength: 1,
      message: 'letters is a list of letters by commas, such as A,M,S.',
    }),
    /** Most cards to deal. */
    limit: withDefault(
      Type.Integer({
        minimum: 2,
        maximum: 100,
        default: 4,
        message: 'limit is a whole number from 2 to 100.',
      }),
    ),
  }),
  data: Type.Object({ items: Type.Array(Item) }),
});
