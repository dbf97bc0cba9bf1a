import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams, Moment, Nullable, PageQuery, Timestamp, Uuid, withDefault } from '../primitives.ts';
import { because } from '../reasons.ts';

// Flags, by which somebody tells a grown-up that something is wrong with a song. They hide nothing.

/** What may be wrong with a song. */
export const FLAG_KINDS = ['frightening', 'broken', 'other'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];
const Kind = Type.Unsafe<FlagKind>({ type: 'string', enum: FLAG_KINDS, ...because('flag.kind') });

/** Maximum number of characters (graphemes) of what somebody who is signed in writes with a flag. */
export const MAX_FLAG_TEXT = 300;
/** A character may consist of several; more than that is refused before anything is counted. */
const MOST_UNITS = MAX_FLAG_TEXT * 10;
/** Days for which a closed flag is listed. */
export const CLOSED_FLAG_DAYS = 30;

/** The last failure of a player, in words of programs only, so that nobody writes a text with it. */
export const PlayerError = Type.Object({
  what: Type.Union([
    Type.Literal('network'),
    Type.Literal('media'),
    Type.Literal('unsupported'),
    Type.Literal('other'),
  ]),
  /** The name of the failure in hls.js; unknown ones are left out. */
  details: Type.Optional(Type.String({ pattern: '^[A-Za-z]{3,48}$' })),
  /** The HTTP status of a response that was one. */
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
});
export type PlayerError = Static<typeof PlayerError>;

const FlagBody = {
  kind: Kind,
  /** For `broken`: what the player has met. */
  playerError: Type.Optional(PlayerError),
};
/** Whether it was new: one viewer flags one video once a day (UTC). */
const FlagData = Type.Object({ isNew: Type.Boolean() });

/** The viewer may be a visitor. A text needs an account. */
export const flagVideo = endpoint({
  operationId: 'flagVideo',
  summary: 'Tell the grown-ups of the site that a video frightens, does not play, or has another fault',
  method: 'POST',
  path: '/api/videos/:id/flag',
  access: 'viewer',
  params: IdParams,
  body: Type.Object({
    ...FlagBody,
    text: Type.Optional(
      Type.String({ maxLength: MOST_UNITS, ...because('flag.text-too-long', { maximum: MAX_FLAG_TEXT }) }),
    ),
  }),
  data: FlagData,
  errors: ['VIDEO_NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

export const flagNestSong = endpoint({
  operationId: 'flagNestSong',
  summary: "Tell the nest's grown-ups that a song frightens, does not play, or has another fault",
  method: 'POST',
  path: '/api/nest/songs/:videoId/flag',
  access: 'nest',
  params: Type.Object({ videoId: Uuid }),
  body: Type.Object(FlagBody),
  data: FlagData,
  errors: ['VIDEO_NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/** Maximum number of flags that are listed with one like them. */
export const MAX_ALIKE = 20;

/** What somebody told, who is named only if they have an account. */
const Told = {
  id: Uuid,
  at: Timestamp,
  /** Empty for none. */
  text: Type.String(),
  playerError: Nullable(PlayerError),
  /** Null for a visitor, and once the account is deleted. */
  by: Nullable(Type.Object({ id: Uuid, name: Type.String() })),
};

/** The newest flag of those that are alike: of the same kind, about one video, and open or closed with one decision. */
export const Flag = Type.Object({
  ...Told,
  kind: Kind,
  video: Type.Object({ id: Uuid, title: Type.String(), thumbnail: Nullable(Type.String()) }),
  /** The number of the others. */
  alikeCount: Type.Integer(),
  /** The newest of the others, at most 20. */
  alike: Type.Array(Type.Object(Told)),
  closed: Nullable(Type.Object({ at: Timestamp, by: Type.String() })),
});
export type Flag = Static<typeof Flag>;

export const listFlags = endpoint({
  operationId: 'listFlags',
  summary:
    'Flags, newest first, those that are alike as one: a superadmin gets those of all videos, a teacher those of the own ones',
  method: 'GET',
  path: '/api/admin/videos/flags',
  access: 'teacher',
  query: Type.Object({
    ...PageQuery.properties,
    list: withDefault(
      Type.Union([Type.Literal('open'), Type.Literal('closed')], {
        default: 'open',
        ...because('flag.list-not-valid'),
      }),
    ),
  }),
  data: Type.Object({
    flags: Type.Array(Flag),
    nextCursor: Nullable(Type.String()),
    /** How many flags are open. */
    openCount: Type.Integer(),
  }),
});

/** A flag of the caller, for the file with their data. */
export const OwnFlag = Type.Object({
  id: Uuid,
  at: Timestamp,
  kind: Kind,
  text: Type.String(),
  playerError: Nullable(PlayerError),
  /** The title is null if the caller may no longer see the video. */
  video: Type.Object({ id: Uuid, title: Nullable(Type.String()) }),
  isClosed: Type.Boolean(),
});
export type OwnFlag = Static<typeof OwnFlag>;

export const listOwnFlags = endpoint({
  operationId: 'listOwnFlags',
  summary: 'All flags of the caller, newest first, as the site keeps them',
  method: 'GET',
  path: '/api/videos/user/flags',
  access: 'member',
  query: PageQuery,
  data: Type.Object({ flags: Type.Array(OwnFlag), nextCursor: Nullable(Type.String()) }),
});

/** A flag that is closed already stays as it is. */
export const closeFlag = endpoint({
  operationId: 'closeFlag',
  summary: 'Close a flag, and those of the same kind about the same video if asked to',
  method: 'POST',
  path: '/api/admin/videos/flags/:id/close',
  access: 'teacher',
  params: IdParams,
  body: Type.Object({
    withAlike: Type.Boolean({ ...because('flag.tick') }),
    /** The newest `at` that the caller has seen of the flags that are alike; later ones stay open. Without it, none do. */
    seenUntil: Type.Optional(Moment()),
  }),
  data: Type.Object({ closedCount: Type.Integer() }),
  errors: ['ITEM_NOT_FOUND'],
});

/** What a nest told. */
export const NestFlag = Type.Object({
  id: Uuid,
  nestId: Uuid,
  at: Timestamp,
  kind: Kind,
  playerError: Nullable(PlayerError),
  /** Null if the owner of the nest no longer may watch the song. */
  video: Nullable(Type.Object({ id: Uuid, title: Type.String(), thumbnail: Nullable(Type.String()) })),
});
export type NestFlag = Static<typeof NestFlag>;

export const listNestFlags = endpoint({
  operationId: 'listNestFlags',
  summary: 'What a nest, or the nests of a class, told their grown-ups and nobody has closed, newest first',
  method: 'GET',
  path: '/api/nest-rules/:id/flags',
  access: 'member',
  params: IdParams,
  data: Type.Object({ flags: Type.Array(NestFlag) }),
  errors: ['NEST_NOT_FOUND'],
});

export const closeNestFlag = endpoint({
  operationId: 'closeNestFlag',
  summary: 'Close what a nest told; one that is closed already is no failure',
  method: 'POST',
  path: '/api/nest-rules/:id/flags/:flagId/close',
  access: 'member',
  params: Type.Object({ id: Uuid, flagId: Uuid }),
  errors: ['NEST_NOT_FOUND'],
});
