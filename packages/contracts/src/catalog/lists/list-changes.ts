import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { ChipHue } from '../chips.ts';
import { ListSign, SongList, SongListCard } from './song-lists.ts';

/** Maximum numbers of lists of an account, of lists of the site, and of songs in a list. */
export const MAX_LISTS = 200;
export const MAX_SITE_LISTS = 24;
export const MAX_LIST_SONGS = 200;
/** Maximum number of characters of a name, and of a description. */
export const MAX_LIST_NAME = 200;
export const MAX_LIST_DESCRIPTION = 1000;
/** Maximum number of letters of the day: more than any alphabet has. */
export const MAX_LIST_LETTERS = 100;
/** How long a deleted list can be restored. */
export const DELETED_LIST_DAYS = 7;

const ListName = Type.String({ maxLength: MAX_LIST_NAME, ...because('list.name') });
const ListDescription = Type.String({
  maxLength: MAX_LIST_DESCRIPTION,
  ...because('list.description-too-long', { maximum: MAX_LIST_DESCRIPTION }),
});
const ListLetters = Type.Array(Type.String({ maxLength: 100, ...because('letter.several') }), {
  maxItems: MAX_LIST_LETTERS,
});

/** A list that can be restored until `endsAt`. */
export const DeletedList = Type.Object({
  id: Uuid,
  name: Type.String(),
  sign: ListSign,
  hue: ChipHue,
  deletedAt: Timestamp,
  endsAt: Timestamp,
});
export type DeletedList = Static<typeof DeletedList>;

const SongParams = Type.Object({ id: Uuid, videoId: Uuid });
const SongIds = Type.Array(Uuid, {
  minItems: 1,
  maxItems: MAX_LIST_SONGS,
  ...because('list.song-count', { maximum: MAX_LIST_SONGS }),
});
const Version = Type.Object({ version: Type.Integer() });

export const listDeletedLists = endpoint({
  operationId: 'listDeletedLists',
  summary: "The caller's deleted lists (of superadmins, also the site's), most recently deleted first",
  method: 'GET',
  path: '/api/lists/deleted',
  access: 'member',
  data: Type.Object({ lists: Type.Array(DeletedList) }),
});

export const createSongList = endpoint({
  operationId: 'createSongList',
  summary: 'Make a list, with its first songs if there are any',
  method: 'POST',
  path: '/api/lists',
  access: 'member',
  body: Type.Object({
    name: ListName,
    description: Type.Optional(ListDescription),
    sign: Type.Optional(ListSign),
    hue: Type.Optional(ChipHue),
    letters: Type.Optional(ListLetters),
    videoIds: Type.Optional(SongIds),
  }),
  data: Type.Object({ list: SongList }),
  status: 201,
  errors: ['VIDEO_NOT_FOUND', 'CONFLICT'],
});

export const updateSongList = endpoint({
  operationId: 'updateSongList',
  summary: 'Rename a list, describe it, or change its sign, its hue or its letters of the day',
  method: 'PATCH',
  path: '/api/lists/:id',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(ListName),
    description: Type.Optional(ListDescription),
    sign: Type.Optional(ListSign),
    hue: Type.Optional(ChipHue),
    letters: Type.Optional(ListLetters),
  }),
  data: Type.Object({ list: SongListCard }),
  errors: ['LIST_NOT_FOUND'],
});

export const deleteSongList = endpoint({
  operationId: 'deleteSongList',
  summary: 'Delete a list; for seven days it can be restored',
  method: 'DELETE',
  path: '/api/lists/:id',
  access: 'member',
  params: IdParams,
  errors: ['LIST_NOT_FOUND'],
});

export const restoreSongList = endpoint({
  operationId: 'restoreSongList',
  summary: 'Restore a deleted list with all that belonged to it',
  method: 'POST',
  path: '/api/lists/:id/restore',
  access: 'member',
  params: IdParams,
  data: Type.Object({ list: SongListCard }),
  errors: ['LIST_NOT_FOUND', 'CONFLICT'],
});

export const copySongList = endpoint({
  operationId: 'copySongList',
  summary: 'Copy a list, with the songs that the caller may watch, to a list of the caller',
  method: 'POST',
  path: '/api/lists/:id/copy',
  access: 'member',
  params: IdParams,
  data: Type.Object({ list: SongListCard }),
  status: 201,
  errors: ['LIST_NOT_FOUND', 'CONFLICT'],
});

export const offerSongList = endpoint({
  operationId: 'offerSongList',
  summary: 'Copy a list to a list of the site, which everybody sees and superadmins change',
  method: 'POST',
  path: '/api/lists/:id/offer',
  access: 'superadmin',
  params: IdParams,
  data: Type.Object({ list: SongListCard }),
  status: 201,
  errors: ['LIST_NOT_FOUND', 'CONFLICT'],
});

export const saveSiteListOrder = endpoint({
  operationId: 'saveSiteListOrder',
  summary: 'Save the order of the lists of the site; those that it does not name follow',
  method: 'PUT',
  path: '/api/lists/site/order',
  access: 'superadmin',
  body: Type.Object({ listIds: Type.Array(Uuid, { maxItems: MAX_SITE_LISTS }) }),
});

export const addSongs = endpoint({
  operationId: 'addSongs',
  summary:
    'Add songs to a list, at its end or after one of its songs; those in it already stay where they are',
  method: 'POST',
  path: '/api/lists/:id/songs',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    videoIds: SongIds,
    /** The song after which they stand, null for the beginning; without it, and if it is not in the list, the end. */
    after: Type.Optional(Nullable(Uuid)),
  }),
  data: Type.Object({ ...Version.properties, addedCount: Type.Integer() }),
  errors: ['LIST_NOT_FOUND', 'VIDEO_NOT_FOUND', 'CONFLICT'],
});

export const removeSong = endpoint({
  operationId: 'removeSong',
  summary: 'Remove a song from a list; one that is not in it is no failure',
  method: 'DELETE',
  path: '/api/lists/:id/songs/:videoId',
  access: 'member',
  params: SongParams,
  data: Version,
  errors: ['LIST_NOT_FOUND'],
});

export const moveSong = endpoint({
  operationId: 'moveSong',
  summary: 'Move a song of a list after another one, or to the beginning',
  method: 'POST',
  path: '/api/lists/:id/songs/:videoId/move',
  access: 'member',
  params: SongParams,
  body: Type.Object({ after: Nullable(Uuid) }),
  data: Version,
  errors: ['LIST_NOT_FOUND', 'VIDEO_NOT_FOUND'],
});

/** A CONFLICT carries the present order and version in `present`: `{ videoIds, version }`. */
export const saveSongOrder = endpoint({
  operationId: 'saveSongOrder',
  summary: 'Save the whole order of a list, unless it was changed since the version that the caller saw',
  method: 'PUT',
  path: '/api/lists/:id/order',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    version: Type.Integer({ minimum: 0 }),
    /** The songs that the caller sees, each once; those hidden from them keep their neighbours. */
    videoIds: Type.Array(Uuid, { maxItems: MAX_LIST_SONGS }),
  }),
  data: Version,
  errors: ['LIST_NOT_FOUND', 'CONFLICT'],
});

export const recordListPosition = endpoint({
  operationId: 'recordListPosition',
  summary: 'Remember the song of a list that the caller plays, replacing the one before',
  method: 'PUT',
  path: '/api/lists/:id/position',
  access: 'member',
  whileReadOnly: true,
  params: IdParams,
  body: Type.Object({ videoId: Uuid }),
  errors: ['LIST_NOT_FOUND'],
});
