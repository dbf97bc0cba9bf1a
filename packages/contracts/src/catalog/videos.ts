import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { FailureReason } from '../failure-reason.ts';
import { Language } from '../languages.ts';
import { IdParams, Nullable, PageQuery, Timestamp, Uuid, withDefault } from '../primitives.ts';
import { because } from '../reasons.ts';

/** Resolutions that an uploader can select, largest first; the number is the shorter side in pixels. */
export const RESOLUTIONS = ['1080p', '720p', '480p', '360p'] as const;
export const Resolution = Type.Union([
  Type.Literal('1080p'),
  Type.Literal('720p'),
  Type.Literal('480p'),
  Type.Literal('360p'),
]);
export type Resolution = Static<typeof Resolution>;
/** Those of an upload that chooses none (specification section 9). */
export const DEFAULT_RESOLUTIONS: readonly Resolution[] = ['720p', '480p', '360p'];

/** Who may watch a video: everybody, signed-in users, or only one chosen user, its uploader and superadmins. */
export const VISIBILITIES = ['public', 'registered', 'private'] as const;
export const Visibility = Type.Union([
  Type.Literal('public'),
  Type.Literal('registered'),
  Type.Literal('private'),
]);
export type Visibility = Static<typeof Visibility>;

/** The types of tags (specification section 2). */
export const TagType = Type.Union([Type.Literal('grade'), Type.Literal('category'), Type.Literal('author')], {
  ...because('tag.type-not-valid'),
});
export type TagType = Static<typeof TagType>;

/** A tag of a video. */
export const Tag = Type.Object({
  tagType: TagType,
  tagValue: Type.String({ minLength: 1, maxLength: 100, ...because('tag.length') }),
});
export type Tag = Static<typeof Tag>;

/** The names of an uploader; `displayName` is null if none was chosen. `username` is empty once the account is deleted. */
export const Uploader = Type.Object({ username: Type.String(), displayName: Nullable(Type.String()) });
export type Uploader = Static<typeof Uploader>;

/** One picture with `columns` × `rows` tiles, one tile every `intervalSeconds`, for the seek bar. Tile sizes in pixels. */
export const Storyboard = Type.Object({
  url: Type.String(),
  intervalSeconds: Type.Number(),
  columns: Type.Integer(),
  rows: Type.Integer(),
  tileWidth: Type.Integer(),
  tileHeight: Type.Integer(),
});
export type Storyboard = Static<typeof Storyboard>;

/** The form of a BCP 47 tag, as a pattern. */
export const LANGUAGE_PATTERN = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

/** Subtitles as WebVTT. `language` is a BCP 47 tag such as `en` or `pt-BR`; `url` is a path on this site. */
export const Caption = Type.Object({
  id: Uuid,
  language: Type.String(),
  label: Type.String(),
  url: Type.String(),
});
export type Caption = Static<typeof Caption>;

/** Maximum number of chapters of a video, and of characters of a title. */
export const MAX_CHAPTERS = 100;
export const MAX_CHAPTER_TITLE = 100;

/** A chapter, which lasts until the next one begins. `startSeconds` from the beginning of the video. */
export const Chapter = Type.Object({
  startSeconds: Type.Number({ minimum: 0 }),
  title: Type.String({ minLength: 1, maxLength: MAX_CHAPTER_TITLE }),
});
export type Chapter = Static<typeof Chapter>;

/** The state of a video. One that is `processing` may already be playable. */
export const VideoStatus = Type.Union([
  Type.Literal('processing'),
  Type.Literal('completed'),
  Type.Literal('failed'),
]);
export type VideoStatus = Static<typeof VideoStatus>;

/** A video `waiting` or `sent_back` has never been approved; `widening` is approved, but not for all whom it asks for. */
export const ApprovalState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('sent_back'),
  Type.Literal('widening'),
]);
export type ApprovalState = Static<typeof ApprovalState>;

/**
 * What a teacher's video still needs. Until it is approved, its `visibility` is private and only its uploader, while a
 * teacher, and superadmins see it; while it is `widening`, its `visibility` stays as it is.
 */
export const Approval = Type.Object({
  state: ApprovalState,
  wantedVisibility: Visibility,
  /** For the wanted visibility private. */
  wantedPrivateUserId: Nullable(Uuid),
  /** The sentence with which it was last sent back; null if it never was. */
  note: Nullable(Type.String()),
  /** Since when it has been in this state. */
  since: Timestamp,
  /** Counts its changes; a decision names the one that it is about. */
  revision: Type.Integer(),
});
export type Approval = Static<typeof Approval>;

/**
 * A video as lists and pages show it to one viewer. `duration` and `resumeSeconds` in seconds; `thumbnail` is a path on
 * this site or null; `width` and `height` are the displayed size of the film in pixels, null until it is known.
 */
export const Video = Type.Object({
  id: Uuid,
  title: Type.String(),
  description: Type.String(),
  visibility: Visibility,
  /** The user for whom a private video is; shown to its uploader and superadmins, null for everybody else. */
  privateUserId: Nullable(Uuid),
  status: VideoStatus,
  /** Whether the stream is available: for completed videos, and for those that can be watched during processing. */
  playable: Type.Boolean(),
  thumbnail: Nullable(Type.String()),
  storyboard: Nullable(Storyboard),
  captions: Type.Array(Caption),
  /** The chapters of the uploaded file, in order. */
  chapters: Type.Array(Chapter),
  duration: Nullable(Type.Number()),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  viewCount: Type.Integer(),
  likeCount: Type.Integer(),
  userHasLiked: Type.Boolean(),
  userHasDisliked: Type.Boolean(),
  /** When the viewer liked the video; null if they do not like it. */
  likedAt: Nullable(Timestamp),
  /** The viewer's last position; null for visitors and for unwatched videos. */
  resumeSeconds: Nullable(Type.Number()),
  uploader: Uploader,
  tags: Type.Array(Tag),
  /** The letters of the game that it is about, in the game's order; absent from older versions of the service. */
  letters: Type.Optional(Type.Array(Type.String())),
  /** The language in which it is sung or spoken; null if unknown, absent from older versions of the service. */
  language: Type.Optional(Nullable(Language)),
  resolutions: Type.Array(Resolution),
  /** Why processing failed; only the uploader and superadmins see a failed video. */
  processingError: Nullable(Type.String()),
  /** The same for clients in another language; null also for videos that failed before reasons were stored. */
  processingReason: Type.Optional(Nullable(FailureReason)),
  /** Whole minutes since processing began; null unless the video is being processed. */
  elapsedMinutes: Nullable(Type.Integer()),
  /** What it still needs; missing if nothing, and for everybody but its uploader and superadmins. */
  approval: Type.Optional(Approval),
  /** When it was uploaded; once it was approved, when that was. */
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Video = Static<typeof Video>;

/** One page of a list of videos; `nextCursor` is null on the last one. */
export const VideoPage = Type.Object({ videos: Type.Array(Video), nextCursor: Nullable(Type.String()) });
export type VideoPage = Static<typeof VideoPage>;

const TagFilter = Type.Optional(Type.String({ minLength: 1, maxLength: 100, ...because('tag.length') }));

export const listVideos = endpoint({
  operationId: 'listVideos',
  summary: 'Watchable videos, newest or most viewed first; filtered by text, tags and a letter',
  method: 'GET',
  path: '/api/videos',
  access: 'viewer',
  query: Type.Object({
    ...PageQuery.properties,
    sort: withDefault(
      Type.Union([Type.Literal('newest'), Type.Literal('most_viewed')], {
        default: 'newest',
        ...because('video.sort-not-valid'),
      }),
    ),
    /** Words searched in titles, descriptions and tags; misspelt words match similar ones. */
    q: Type.Optional(Type.String({ maxLength: 100, ...because('call.search-too-long') })),
    grade: TagFilter,
    category: TagFilter,
    author: TagFilter,
    /** A letter of the game; only videos that have it. Older versions of the service ignore it. */
    letter: Type.Optional(Type.String()),
  }),
  data: VideoPage,
});

export const getVideo = endpoint({
  operationId: 'getVideo',
  summary: 'One video',
  method: 'GET',
  path: '/api/videos/:id',
  access: 'viewer',
  params: IdParams,
  data: Type.Object({
    video: Video,
    /** Whether the caller can read its comments; missing for visitors, and if the site has none. */
    hasComments: Type.Optional(Type.Boolean()),
  }),
  errors: ['VIDEO_NOT_FOUND'],
});

const personalList = <Name extends string>(name: Name, what: { path: string; summary: string }) =>
  endpoint({
    operationId: name,
    summary: what.summary,
    method: 'GET',
    path: `/api/videos/user/${what.path}`,
    access: 'member',
    query: PageQuery,
    data: VideoPage,
  });

export const listLikedVideos = personalList('listLikedVideos', {
  path: 'liked',
  summary: 'Videos that the caller likes, most recently liked first',
});

export const listWatchedVideos = personalList('listWatchedVideos', {
  path: 'watched',
  summary: 'Videos that the caller has opened, most recently watched first',
});

export const listUnwatchedVideos = personalList('listUnwatchedVideos', {
  path: 'unwatched',
  summary: 'Videos that the caller has never opened, newest first',
});

export const clearWatchHistory = endpoint({
  operationId: 'clearWatchHistory',
  summary: "Delete the caller's watch history and positions",
  method: 'DELETE',
  path: '/api/videos/user/watched',
  access: 'member',
});

export const listRelatedVideos = endpoint({
  operationId: 'listRelatedVideos',
  summary: 'Videos to watch next: most shared tags first, then newest',
  method: 'GET',
  path: '/api/videos/:id/related',
  access: 'viewer',
  params: IdParams,
  query: Type.Object({
    limit: withDefault(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 12,
        ...because('video.limit'),
      }),
    ),
  }),
  data: Type.Object({ videos: Type.Array(Video) }),
  errors: ['VIDEO_NOT_FOUND'],
});

export const listTagValues = endpoint({
  operationId: 'listTagValues',
  summary: 'Values of one type of tag on videos that the caller may see, in natural order',
  method: 'GET',
  path: '/api/admin/videos/tags/values',
  access: 'viewer',
  query: Type.Object({ type: TagType }),
  data: Type.Object({ values: Type.Array(Type.String()) }),
});

/** A viewer who opens a video several times within this time counts once (design section 5). */
export const VIEW_WINDOW_MINUTES = 30;

export const recordView = endpoint({
  operationId: 'recordView',
  summary: 'Report that a video was opened (0) or the position reached; only opening can count as a view',
  method: 'POST',
  path: '/api/videos/:id/view',
  access: 'viewer',
  whileReadOnly: true,
  // Catalog limits it by viewer and video, since a class that watches reports much.
  isRateLimited: false,
  params: IdParams,
  body: Type.Object({
    /** The position in the video in seconds; 0 on opening. */
    watchedDuration: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      ...because('video.watched-not-valid'),
    }),
  }),
  data: Type.Object({ viewCount: Type.Integer() }),
  errors: ['VIDEO_NOT_FOUND'],
});
