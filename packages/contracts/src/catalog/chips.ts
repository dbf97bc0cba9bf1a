import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams, Nullable } from '../primitives.ts';
import { because } from '../reasons.ts';

/** The hues of the card backs, which a chip may have. */
export const CHIP_HUES = ['lake', 'tangerine', 'leaf', 'rose', 'plum', 'lagoon'] as const;
export type ChipHue = (typeof CHIP_HUES)[number];
export const ChipHue = Type.Unsafe<ChipHue>({ type: 'string', enum: CHIP_HUES });

/** The grade or category that a chip stands for. */
export const ChipTag = {
  tagType: Type.Union([Type.Literal('grade'), Type.Literal('category')], {
    ...because('chip.type-not-valid'),
  }),
  tagValue: Type.String({ minLength: 1, maxLength: 100, ...because('tag.length') }),
};

/** How a chip looks. Without a picture and a hue, it is plain. */
export const ChipLook = {
  hue: Nullable(ChipHue),
  /** The address of its picture. */
  picture: Nullable(Type.String()),
};

export const Chip = Type.Object({ ...ChipTag, ...ChipLook });
export type Chip = Static<typeof Chip>;

export const listChips = endpoint({
  operationId: 'listChips',
  summary:
    'Chips with a picture or a colour, and categories that are chips, of videos that the caller may see',
  method: 'GET',
  path: '/api/videos/chips',
  access: 'viewer',
  data: Type.Object({ chips: Type.Array(Chip) }),
});

export const getChipPicture = endpoint({
  operationId: 'getChipPicture',
  summary: 'An uploaded picture of a chip; a new picture has a new id',
  method: 'GET',
  path: '/api/videos/chips/pictures/:id',
  access: 'anyone',
  // A page has many, and browsers keep them.
  isRateLimited: false,
  params: IdParams,
  file: 'image/webp',
  errors: ['NOT_FOUND'],
});
