import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Language } from '../languages.ts';
import { Uuid, withDefault } from '../primitives.ts';
import { PackQuery } from './languages.ts';
import { because } from '../reasons.ts';

// Calls of players.

/** Grids of the board as columns × rows; the 3x3 grid has an empty centre. */
export const GRIDS = ['2x2', '3x3', '4x4'] as const;
export const Grid = Type.Union([Type.Literal('2x2'), Type.Literal('3x3'), Type.Literal('4x4')]);
export type Grid = Static<typeof Grid>;

/** Number of cards of each grid (specification section 9). */
export const CARD_COUNTS: Record<Grid, number> = { '2x2': 4, '3x3': 8, '4x4': 16 };

/** A letter with its cards. `pairCount` is the number of pairs of cards with the same name, which can be dealt. */
export const Category = Type.Object({
  id: Uuid,
  letter: Type.String(),
  itemCount: Type.Integer(),
  pairCount: Type.Integer(),
  /** Its pack, unless it is the site's own. */
  pack: Type.Optional(Language),
});
export type Category = Static<typeof Category>;

/** The types of cards: one that shows the letter, or the picture of a word. */
export const ItemType = Type.Union([Type.Literal('letter'), Type.Literal('image')]);
export type ItemType = Static<typeof ItemType>;

/**
 * A card. Its picture is at `/Images/{letter}/{name}.png` and its sound at `/Audio/{letter}/{name}.mp3`, if they exist;
 * those of another pack than the site's own have the query `?pack={language}`.
 */
export const Item = Type.Object({
  id: Uuid,
  type: ItemType,
  name: Type.String(),
  letter: Type.String(),
  categoryId: Uuid,
  hasPicture: Type.Boolean(),
  hasSound: Type.Boolean(),
  /** The pack of the card, unless it is the site's own. */
  pack: Type.Optional(Language),
});
export type Item = Static<typeof Item>;

/** A card on a board. */
export const DealtItem = Type.Object({
  ...Item.properties,
  /** Whether the name of its letter is at `/Audio/letters/{letter}.mp3`; absent from older versions of the service. */
  hasLetterSound: Type.Optional(Type.Boolean()),
});
export type DealtItem = Static<typeof DealtItem>;

export const listCategories = endpoint({
  operationId: 'listCategories',
  summary: 'Letters that have items, in order, and the grids offered to players',
  method: 'GET',
  path: '/api/game/categories',
  access: 'viewer',
  inNest: 'game',
  query: PackQuery,
  data: Type.Object({ categories: Type.Array(Category), grids: Type.Array(Grid) }),
});

/** Maximum length of the list of letters of a board, in characters. */
export const LETTERS_MAX_LENGTH = 4000;

export const dealItems = endpoint({
  operationId: 'dealItems',
  summary: 'Complete pairs of cards of these letters, drawn at random; empty if there is no pair',
  method: 'GET',
  path: '/api/game/items',
  access: 'viewer',
  inNest: 'game',
  query: Type.Object({
    ...PackQuery.properties,
    /** Comma-separated letters such as `A,M,S`, at most 4000 characters; unknown letters are ignored. */
    letters: Type.String({
      minLength: 1,
      ...because('game.letters-malformed'),
    }),
    /** Maximum number of cards to deal. */
    limit: withDefault(
      Type.Integer({
        minimum: 2,
        maximum: 100,
        default: 4,
        ...because('game.limit'),
      }),
    ),
  }),
  data: Type.Object({ items: Type.Array(DealtItem) }),
});

/** A letter with its words. */
export const LetterWords = Type.Object({
  letter: Type.String(),
  words: Type.Array(Type.Object({ name: Type.String(), hasPicture: Type.Boolean() })),
});
export type LetterWords = Static<typeof LetterWords>;

export const listWords = endpoint({
  operationId: 'listWords',
  summary: 'All letters with their words, in order, to be printed',
  method: 'GET',
  path: '/api/game/words',
  access: 'viewer',
  query: PackQuery,
  data: Type.Object({ letters: Type.Array(LetterWords) }),
});
