import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable } from '../primitives.ts';
import { ChipHue, ChipLook, ChipTag } from './chips.ts';

/** The site's own pictures, each at `/scenes/<name>.svg` of the web client. */
export const CHIP_SCENES = [
  'morning-lark',
  'duck-pond',
  'farm-morning',
  'fish-count',
  'bee-garden',
  'clothes-line',
  'fruit-bowl',
  'letter-blocks',
  'colour-train',
  'rain-umbrella',
  'snow-friend',
  'moon-lullaby',
] as const;
/** Maximum size of a stored picture. */
export const CHIP_PICTURE_BYTES = 40_000;

export type ChipScene = (typeof CHIP_SCENES)[number];
const ChipScene = Type.Unsafe<ChipScene>({ type: 'string', enum: CHIP_SCENES });

export const AdminChip = Type.Object({
  ...ChipTag,
  ...ChipLook,
  /** Grades are always shown, categories if a superadmin says so. */
  isShown: Type.Boolean(),
  /** The picture, if it is one of the site's own; null for an uploaded one. */
  scene: Nullable(ChipScene),
});
export type AdminChip = Static<typeof AdminChip>;

export const listAdminChips = endpoint({
  operationId: 'listAdminChips',
  summary: 'All grades and categories with the chips that they have or could have, in natural order',
  method: 'GET',
  path: '/api/admin/videos/chips',
  access: 'superadmin',
  data: Type.Object({ chips: Type.Array(AdminChip) }),
});

export const putChip = endpoint({
  operationId: 'putChip',
  summary: 'Choose colour and picture of a chip, and whether a category is one',
  method: 'PUT',
  path: '/api/admin/videos/chips',
  access: 'superadmin',
  body: Type.Object({
    ...ChipTag,
    /** Without effect on grades. */
    isShown: Type.Boolean(),
    hue: Nullable(ChipHue),
    /** Null leaves an uploaded picture as it is; a scene replaces it. */
    scene: Nullable(ChipScene),
  }),
  data: Type.Object({ chip: AdminChip }),
  errors: ['NOT_FOUND'],
});

export const putChipPicture = endpoint({
  operationId: 'putChipPicture',
  summary: 'Upload a picture for a chip: JPEG, PNG or WebP, at most 900 kB; it is stored with at most 40 kB',
  method: 'PUT',
  path: '/api/admin/videos/chips/picture',
  access: 'superadmin',
  encoding: 'binary',
  query: Type.Object(ChipTag),
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ chip: AdminChip }),
  errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY'],
});

export const deleteChipPicture = endpoint({
  operationId: 'deleteChipPicture',
  summary: 'Remove the picture of a chip, whether uploaded or one of the site’s own',
  method: 'DELETE',
  path: '/api/admin/videos/chips/picture',
  access: 'superadmin',
  query: Type.Object(ChipTag),
  data: Type.Object({ chip: AdminChip }),
  errors: ['NOT_FOUND'],
});
