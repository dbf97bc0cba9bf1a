import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { FailureReason } from '../failure-reason.ts';
import { Category, Grid, GRIDS, Item, ItemType } from './deal.ts';
import { IdParams, Nullable, Uuid } from '../primitives.ts';
import { PackQuery } from './languages.ts';
import { because } from '../reasons.ts';

/** State of a sound: `preparing` until the transcoder has made it, `failed` with the reason in `soundError`. */
export const SoundState = Type.Union([
  Type.Literal('none'),
  Type.Literal('preparing'),
  Type.Literal('ready'),
  Type.Literal('failed'),
]);
export type SoundState = Static<typeof SoundState>;

/** Where a picture or a sound comes from: uploaded, placed in the folder by hand, or part of the game. */
export const MediaSource = Type.Union([Type.Literal('upload'), Type.Literal('folder'), Type.Literal('game')]);
export type MediaSource = Static<typeof MediaSource>;

/** An item as its editors see it. Pictures and sounds belong to letter and name: both cards of a pair share them. */
export const AdminItem = Type.Object({
  ...Item.properties,
  /** Uploaded files take precedence over files in the folder. */
  pictureSource: Nullable(MediaSource),
  soundSource: Nullable(MediaSource),
  soundState: SoundState,
  soundError: Nullable(Type.String()),
  /** The same for clients in another language; null also for sounds that failed before reasons were stored. */
  soundReason: Type.Optional(Nullable(FailureReason)),
});
export type AdminItem = Static<typeof AdminItem>;

/** A letter with the number of its names that lack a picture or a sound, and the sound that says the letter itself. */
export const AdminCategory = Type.Object({
  ...Category.properties,
  nameCount: Type.Integer(),
  missingPictures: Type.Integer(),
  missingSounds: Type.Integer(),
  /** Uploaded sounds take precedence over files: those placed by hand, and A to Z, which are part of the game. */
  soundSource: AdminItem.properties.soundSource,
  soundState: SoundState,
  soundError: Nullable(Type.String()),
  soundReason: AdminItem.properties.soundReason,
});
export type AdminCategory = Static<typeof AdminCategory>;

export const listAdminCategories = endpoint({
  operationId: 'listAdminCategories',
  summary: 'All letters, in order, with the number of missing pictures and sounds',
  method: 'GET',
  path: '/api/admin/game/categories',
  access: 'letters',
  query: PackQuery,
  data: Type.Object({ categories: Type.Array(AdminCategory) }),
});

export const createCategory = endpoint({
  operationId: 'createCategory',
  summary: 'Add a letter: one user-perceived character, stored in upper case if that is one character too',
  method: 'POST',
  path: '/api/admin/game/categories',
  access: 'letters',
  query: PackQuery,
  body: Type.Object({
    letter: Type.String({ maxLength: 100, ...because('letter.several') }),
  }),
  data: Type.Object({ category: AdminCategory }),
  status: 201,
  errors: ['CATEGORY_TAKEN'],
});

export const deleteCategory = endpoint({
  operationId: 'deleteCategory',
  summary: 'Delete a letter with all of its items and uploaded files',
  method: 'DELETE',
  path: '/api/admin/game/categories/:id',
  access: 'letters',
  query: PackQuery,
  params: IdParams,
  errors: ['CATEGORY_NOT_FOUND'],
});

export const listCategoryItems = endpoint({
  operationId: 'listCategoryItems',
  summary: 'The items of a letter, by name',
  method: 'GET',
  path: '/api/admin/game/categories/:id/items',
  access: 'letters',
  query: PackQuery,
  params: IdParams,
  data: Type.Object({ items: Type.Array(AdminItem), category: AdminCategory }),
  errors: ['CATEGORY_NOT_FOUND'],
});

export const createItem = endpoint({
  operationId: 'createItem',
  summary: 'Add a card to a letter; two cards with the same name are a pair',
  method: 'POST',
  path: '/api/admin/game/items',
  access: 'letters',
  query: PackQuery,
  body: Type.Object({
    categoryId: Uuid,
    type: ItemType,
    name: Type.String({ maxLength: 200, ...because('name.length') }),
  }),
  data: Type.Object({ item: AdminItem }),
  status: 201,
  errors: ['CATEGORY_NOT_FOUND'],
});

export const deleteItem = endpoint({
  operationId: 'deleteItem',
  summary: 'Delete a card; the uploaded picture and sound are deleted with the last card of their name',
  method: 'DELETE',
  path: '/api/admin/game/items/:id',
  access: 'letters',
  query: PackQuery,
  params: IdParams,
  errors: ['ITEM_NOT_FOUND'],
});

export const putCategorySound = endpoint({
  operationId: 'putCategorySound',
  summary:
    'Upload the sound that says the letter itself: MP3, WAV, OGG, M4A or WebM, at most 10 MB; prepared in the background',
  method: 'PUT',
  path: '/api/admin/game/categories/:id/sound',
  access: 'letters',
  query: PackQuery,
  encoding: 'binary',
  params: IdParams,
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ category: AdminCategory }),
  errors: ['CATEGORY_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY', 'STORAGE_FULL'],
});

export const deleteCategorySound = endpoint({
  operationId: 'deleteCategorySound',
  summary: 'Delete the uploaded sound that says the letter itself',
  method: 'DELETE',
  path: '/api/admin/game/categories/:id/sound',
  access: 'letters',
  query: PackQuery,
  params: IdParams,
  data: Type.Object({ category: AdminCategory }),
  errors: ['CATEGORY_NOT_FOUND'],
});

/** The settings of the game that superadmins change. */
export const GameSettings = Type.Object({
  /** Grids offered to players, at least one. */
  grids: Type.Array(Grid, { minItems: 1 }),
});
export type GameSettings = Static<typeof GameSettings>;

/** A grid in a request: an enumeration, so that one sentence covers any other value. */
const SentGrid = Type.Unsafe<Grid>({
  type: 'string',
  enum: [...GRIDS],
  ...because('game.grid-not-valid', { grids: GRIDS.slice(0, -1).join(', '), last: GRIDS.at(-1) ?? '' }),
});

export const getGameSettings = endpoint({
  operationId: 'getGameSettings',
  summary: 'Settings of the game',
  method: 'GET',
  path: '/api/admin/game/settings',
  access: 'superadmin',
  data: Type.Object({ settings: GameSettings }),
});

export const putGameSettings = endpoint({
  operationId: 'putGameSettings',
  summary: 'Change the settings of the game',
  method: 'PUT',
  path: '/api/admin/game/settings',
  access: 'superadmin',
  body: Type.Object({
    /** Duplicates are ignored. */
    grids: Type.Array(SentGrid, { minItems: 1, ...because('game.grid-missing') }),
  }),
  data: Type.Object({ settings: GameSettings }),
});

export const putItemPicture = endpoint({
  operationId: 'putItemPicture',
  summary:
    'Upload the picture of a name: PNG, JPEG or WebP, at most 10 MB; stored as PNG of at most 512 × 512 pixels',
  method: 'PUT',
  path: '/api/admin/game/media/:id/picture',
  access: 'letters',
  query: PackQuery,
  encoding: 'binary',
  params: IdParams,
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ item: AdminItem }),
  errors: ['ITEM_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY', 'STORAGE_FULL'],
});

export const deleteItemPicture = endpoint({
  operationId: 'deleteItemPicture',
  summary: "Delete a name's uploaded picture",
  method: 'DELETE',
  path: '/api/admin/game/media/:id/picture',
  access: 'letters',
  query: PackQuery,
  params: IdParams,
  data: Type.Object({ item: AdminItem }),
  errors: ['ITEM_NOT_FOUND'],
});

export const putItemSound = endpoint({
  operationId: 'putItemSound',
  summary:
    'Upload the sound of a name: MP3, WAV, OGG, M4A or WebM, at most 10 MB; prepared in the background',
  method: 'PUT',
  path: '/api/admin/game/media/:id/sound',
  access: 'letters',
  query: PackQuery,
  encoding: 'binary',
  params: IdParams,
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ item: AdminItem }),
  errors: ['ITEM_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY', 'STORAGE_FULL'],
});

export const deleteItemSound = endpoint({
  operationId: 'deleteItemSound',
  summary: "Delete a name's uploaded sound",
  method: 'DELETE',
  path: '/api/admin/game/media/:id/sound',
  access: 'letters',
  query: PackQuery,
  params: IdParams,
  data: Type.Object({ item: AdminItem }),
  errors: ['ITEM_NOT_FOUND'],
});
