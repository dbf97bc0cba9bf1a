import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { Grid } from '../../game/deal.ts';
import { Language } from '../../languages.ts';
import { Nullable, Timestamp, Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { ChipHue } from '../chips.ts';
import { ListSign } from '../lists/song-lists.ts';
import { Video } from '../videos.ts';

// The place of a child, by the token of its nest.

/** Songs of a row that come with the place; further ones are fetched. */
export const NEST_ROW_SONGS = 24;

/** What a letter card of the game says. */
export const NestSpeech = Type.Union([Type.Literal('both'), Type.Literal('letter'), Type.Literal('word')]);

/** What the sun shows; no page makes a number of it. */
export const NestTime = Type.Object({
  /** `free` without a limit; `last` while the last song plays; `over` for good night. */
  state: Type.Union([Type.Literal('free'), Type.Literal('open'), Type.Literal('last'), Type.Literal('over')]),
  /** How much of the time is left, from 0 to 1; null without a limit. */
  share: Nullable(Type.Number()),
  leftSeconds: Nullable(Type.Number()),
  /** Whether what is playing counts: the eye stands in the corner. */
  isCounting: Type.Boolean(),
  /** The position at which the song that plays ends, if it is too long to be played out; in seconds. */
  endsAt: Nullable(Type.Number()),
  /** When the time of day begins again; null without one, or while it is open. */
  opensAt: Nullable(Timestamp),
});
export type NestTime = Static<typeof NestTime>;

/** A row of the place, with its songs or the next ones. */
export const NestPlaceRow = Type.Object({
  id: Uuid,
  kind: Type.Union([Type.Literal('list'), Type.Literal('tag'), Type.Literal('everything')]),
  sign: ListSign,
  hue: ChipHue,
  /** The name of the list or the tag, for screen readers; null for everything. */
  name: Nullable(Type.String()),
  isLearning: Type.Boolean(),
  songs: Type.Array(Video),
  songCount: Type.Integer(),
  /** The song that was last played in it; null if none was, or it has left the row. */
  position: Nullable(Uuid),
  nextCursor: Nullable(Type.String()),
});
export type NestPlaceRow = Static<typeof NestPlaceRow>;

/** What a nest shows. Without rows, the grown-up has not chosen anything. */
export const NestPlace = Type.Object({
  rows: Type.Array(NestPlaceRow),
  /** Null if the nest is without the game. */
  game: Nullable(
    Type.Object({
      letters: Type.Array(Type.String()),
      says: NestSpeech,
      largest: Grid,
      pack: Type.Optional(Language),
    }),
  ),
  allowsSearch: Type.Boolean(),
  /** The highest volume, in per cent. */
  volume: Type.Integer(),
  /** Whether anything here counts: the eye stands in the corner. */
  mayCount: Type.Boolean(),
  time: NestTime,
});
export type NestPlace = Static<typeof NestPlace>;

export const RowParams = Type.Object({ rowId: Uuid });
const TimeData = Type.Object({ time: NestTime });

/** Sets the nest's stream cookie, as all calls of nests do once it is past half of its life. */
export const getNest = endpoint({
  operationId: 'getNest',
  summary: 'The place of the nest: its rows with their first songs, and what else it may do',
  method: 'GET',
  path: '/api/nest/place',
  access: 'nest',
  data: NestPlace,
});

export const getNestRow = endpoint({
  operationId: 'getNestRow',
  summary: 'A row of the nest with its next songs',
  method: 'GET',
  path: '/api/nest/rows/:rowId',
  access: 'nest',
  params: RowParams,
  query: Type.Object({
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
    /** Without a cursor, the song with which they begin. */
    song: Type.Optional(Uuid),
  }),
  data: Type.Object({ row: NestPlaceRow }),
  errors: ['ITEM_NOT_FOUND'],
});

export const getNestSong = endpoint({
  operationId: 'getNestSong',
  summary: 'One song of the nest',
  method: 'GET',
  path: '/api/nest/songs/:videoId',
  access: 'nest',
  params: Type.Object({ videoId: Uuid }),
  data: Type.Object({ video: Video }),
  errors: ['VIDEO_NOT_FOUND'],
});

export const searchNest = endpoint({
  operationId: 'searchNest',
  summary: 'Songs of the nest that match words, if the nest may search',
  method: 'GET',
  path: '/api/nest/songs',
  access: 'nest',
  query: Type.Object({ q: Type.String({ maxLength: 100, ...because('call.search-too-long') }) }),
  data: Type.Object({
    songs: Type.Array(
      Type.Object({
        video: Video,
        /** The first row of the nest that has it. */
        rowId: Uuid,
      }),
    ),
  }),
  errors: ['FORBIDDEN'],
});

/** The server's clock says how long: no report counts more than 15 seconds. */
export const recordNestView = endpoint({
  operationId: 'recordNestView',
  summary: 'Report that a song plays in the nest, every ten seconds and when it stops',
  method: 'POST',
  path: '/api/nest/songs/:videoId/view',
  access: 'nest',
  whileReadOnly: true,
  isRateLimited: false,
  params: Type.Object({ videoId: Uuid }),
  body: Type.Object({
    /** The position in the video in seconds; 0 on opening. */
    watchedDuration: Type.Number({ minimum: 0, maximum: 1_000_000, ...because('video.watched-not-valid') }),
    /** The row in which it plays. */
    rowId: Uuid,
    /** Whether it did not play before this report: nothing counts yet. */
    begins: Type.Boolean({ ...because('nest.tick') }),
  }),
  data: TimeData,
  errors: ['VIDEO_NOT_FOUND', 'ITEM_NOT_FOUND', 'NEST_RESTS', 'TOO_MANY_REQUESTS'],
});

export const recordNestGame = endpoint({
  operationId: 'recordNestGame',
  summary: 'Report that the game is played in the nest, every ten seconds and when it stops',
  method: 'POST',
  path: '/api/nest/game',
  access: 'nest',
  whileReadOnly: true,
  isRateLimited: false,
  body: Type.Object({ begins: Type.Boolean({ ...because('nest.tick') }) }),
  data: TimeData,
  errors: ['FORBIDDEN', 'NEST_RESTS', 'TOO_MANY_REQUESTS'],
});

export const recordNestPosition = endpoint({
  operationId: 'recordNestPosition',
  summary: 'Keep the song of a row at which the nest continues',
  method: 'PUT',
  path: '/api/nest/rows/:rowId/position',
  access: 'nest',
  params: RowParams,
  body: Type.Object({ videoId: Uuid }),
  errors: ['VIDEO_NOT_FOUND', 'ITEM_NOT_FOUND'],
});
