import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid } from '../../primitives.ts';
import { ChipHue } from '../chips.ts';
import { Video } from '../videos.ts';

/** The pictures of which a child recognizes a list, on its hue. */
export const LIST_SIGNS = [
  'sun',
  'moon',
  'car',
  'rain',
  'letters',
  'fish',
  'bed',
  'cake',
  'tree',
  'flower',
  'snow',
  'heart',
] as const;
export type ListSign = (typeof LIST_SIGNS)[number];
export const ListSign = Type.Unsafe<ListSign>({ type: 'string', enum: LIST_SIGNS });

/** How a list is called and found. */
export const ListLook = {
  name: Type.String(),
  description: Type.String(),
  sign: ListSign,
  hue: ChipHue,
  /** The letters of the day for the game, in its order; empty for all. */
  letters: Type.Array(Type.String()),
};

/** A list as overviews show it: everything that depends on songs is about those that the viewer may watch. */
export const SongListCard = Type.Object({
  id: Uuid,
  ...ListLook,
  /** Whose it is: the viewer's, the site's, or, for superadmins only, somebody else's. */
  owner: Type.Union([Type.Literal('viewer'), Type.Literal('site'), Type.Literal('other')]),
  songCount: Type.Integer(),
  durationSeconds: Type.Number(),
  /** The pictures of its first songs, at most three, as paths on this site. */
  covers: Type.Array(Type.String()),
  updatedAt: Timestamp,
  /** How many suggestions wait, for those who may change it; missing for none. */
  suggestionCount: Type.Optional(Type.Integer()),
});
export type SongListCard = Static<typeof SongListCard>;

/** A list with its songs, in order, without those that the viewer may not watch. */
export const SongList = Type.Object({
  ...SongListCard.properties,
  songs: Type.Array(Video),
  /** How many more songs are in it, which the viewer may not watch; 0 for everybody but its owner. */
  hiddenCount: Type.Integer(),
  /** Counts the changes of its songs and their order; "save this whole order" names the one that it started from. */
  version: Type.Integer(),
  /** The song that the viewer last played in it; null for visitors, and if it has left the list. */
  position: Nullable(Uuid),
});
export type SongList = Static<typeof SongList>;

export const listSongLists = endpoint({
  operationId: 'listSongLists',
  summary: "The caller's lists, most recently changed first, and those of the site, in its order",
  method: 'GET',
  path: '/api/lists',
  access: 'viewer',
  query: Type.Object({
    /** A video; the answer then names the caller's and, for superadmins, the site's lists that contain it. */
    video: Type.Optional(Uuid),
  }),
  data: Type.Object({
    own: Type.Array(SongListCard),
    site: Type.Array(SongListCard),
    /** Ids of the lists that contain the video of the query and that the caller may change. */
    containing: Type.Array(Uuid),
  }),
});

export const getSongList = endpoint({
  operationId: 'getSongList',
  summary: 'A list with its songs, for its owner, superadmins and, if it is the site’s, for everybody',
  method: 'GET',
  path: '/api/lists/:id',
  access: 'viewer',
  params: IdParams,
  data: Type.Object({ list: SongList }),
  errors: ['LIST_NOT_FOUND'],
});
