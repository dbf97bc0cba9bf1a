import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid, withDefault } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { ChipHue } from '../chips.ts';
import { ListLook, ListSign, SongListCard } from './song-lists.ts';
import { Video } from '../videos.ts';

// Links, which open one list without an account until they end or are taken back. Whoever comes by one is a guest.

/** Maximum number of links of a list. */
export const MAX_LINKS = 50;
/** Maximum number of characters of a link's name. */
export const MAX_LINK_NAME = 100;
/** The longest that a spoken code is good for. */
export const SPOKEN_CODE_HOURS = 12;
/** Days whose openings `ListLink.openings` counts. */
export const OPENING_DAYS = 30;

/** The path of the page that opens a link; its code follows, or is typed there. */
export const LINK_PAGE = '/s';

/**
 * Whether a link opens: `ended` if its date has passed, `closed` if superadmins do not allow links like it on this closed
 * site, `lapsed` if its maker no longer is what it needs. A link that was taken back is gone.
 */
export const LinkState = Type.Union([
  Type.Literal('open'),
  Type.Literal('ended'),
  Type.Literal('closed'),
  Type.Literal('lapsed'),
]);
export type LinkState = Static<typeof LinkState>;

/** A short code for the board, typed at `LINK_PAGE`: six letters and digits, in two groups. */
export const SpokenCode = Type.Object({ code: Type.String(), endsAt: Timestamp });
export type SpokenCode = Static<typeof SpokenCode>;

/** A link, for those who may change its list. */
export const ListLink = Type.Object({
  id: Uuid,
  name: Type.String(),
  /** The code, in lower case and groups of four; null if it was made with a secret that the site no longer has. */
  code: Nullable(Type.String()),
  state: LinkState,
  /** When it ends; null if it does not. */
  endsAt: Nullable(Timestamp),
  /** Whether it also shows its maker's own uploads; a superadmin's then also shows songs for registered people. */
  showsOwn: Type.Boolean(),
  /** Whether a message with the link may be shown with the list's title and a drawn cover. */
  hasPreview: Type.Boolean(),
  madeAt: Timestamp,
  /** The code for the board that is good now; null if there is none. */
  spoken: Nullable(SpokenCode),
  /** How often it was opened on each day of the last 30 (UTC), newest first, without days on which it was not. */
  openings: Type.Array(Type.Object({ day: Type.String(), count: Type.Integer() })),
  openingCount: Type.Integer(),
});
export type ListLink = Static<typeof ListLink>;

/**
 * Why guests do not see a song: it is for registered people or private; its processing failed or has not come far enough;
 * or the owner does not see it either, who is told no more than that.
 */
export const HiddenReason = Type.Union([
  Type.Literal('registered'),
  Type.Literal('private'),
  Type.Literal('not_ready'),
  Type.Literal('hidden'),
]);
export type HiddenReason = Static<typeof HiddenReason>;

/** The list of a link as its guests see it. */
export const GuestList = Type.Object({
  linkId: Uuid,
  ...ListLook,
  songCount: Type.Integer(),
  durationSeconds: Type.Number(),
  covers: Type.Array(Type.String()),
  songs: Type.Array(Video),
  updatedAt: Timestamp,
});
export type GuestList = Static<typeof GuestList>;

const LinkName = Type.String({ maxLength: MAX_LINK_NAME, ...because('link.name') });
const EndsAt = Nullable(
  Type.String({
    pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$`,
    ...because('call.time-not-valid'),
  }),
);
const LinkParams = Type.Object({ id: Uuid, linkId: Uuid });
const GuestParams = Type.Object({ linkId: Uuid });

export const listLinks = endpoint({
  operationId: 'listLinks',
  summary: 'The links of a list that the caller may change, oldest first',
  method: 'GET',
  path: '/api/lists/:id/links',
  access: 'member',
  params: IdParams,
  data: Type.Object({
    links: Type.Array(ListLink),
    /** Whether a link that the caller makes now would open: always, unless the site is closed. */
    areAllowed: Type.Boolean(),
  }),
  errors: ['LIST_NOT_FOUND'],
});

export const createLink = endpoint({
  operationId: 'createLink',
  summary: 'Make a link that opens a list without an account',
  method: 'POST',
  path: '/api/lists/:id/links',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    name: LinkName,
    endsAt: Type.Optional(EndsAt),
    showsOwn: withDefault(Type.Boolean({ default: false, ...because('link.tick') })),
    hasPreview: withDefault(Type.Boolean({ default: true, ...because('link.tick') })),
  }),
  data: Type.Object({ link: ListLink }),
  status: 201,
  errors: ['LIST_NOT_FOUND', 'CONFLICT'],
});

export const updateLink = endpoint({
  operationId: 'updateLink',
  summary: 'Change the name, the end or the ticks of a link',
  method: 'PATCH',
  path: '/api/lists/:id/links/:linkId',
  access: 'member',
  params: LinkParams,
  body: Type.Object({
    name: Type.Optional(LinkName),
    endsAt: Type.Optional(EndsAt),
    showsOwn: Type.Optional(Type.Boolean({ ...because('link.tick') })),
    hasPreview: Type.Optional(Type.Boolean({ ...because('link.tick') })),
  }),
  data: Type.Object({ link: ListLink }),
  errors: ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});

export const takeBackLink = endpoint({
  operationId: 'takeBackLink',
  summary: 'Take a link back for good: its code and its spoken codes open nothing any more',
  method: 'DELETE',
  path: '/api/lists/:id/links/:linkId',
  access: 'member',
  params: LinkParams,
  errors: ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});

export const createSpokenCode = endpoint({
  operationId: 'createSpokenCode',
  summary: 'Make a short code for the board that opens a link; it replaces the one before',
  method: 'POST',
  path: '/api/lists/:id/links/:linkId/code',
  access: 'member',
  params: LinkParams,
  body: Type.Object({
    /** How long it is good for. */
    hours: Type.Number({
      exclusiveMinimum: 0,
      maximum: SPOKEN_CODE_HOURS,
      ...because('link.hours', { maximum: SPOKEN_CODE_HOURS }),
    }),
  }),
  data: Type.Object({ spoken: SpokenCode }),
  status: 201,
  errors: ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND', 'CONFLICT'],
});

export const endSpokenCode = endpoint({
  operationId: 'endSpokenCode',
  summary: 'End the short code of a link before its time; guests whom it let in stay',
  method: 'DELETE',
  path: '/api/lists/:id/links/:linkId/code',
  access: 'member',
  params: LinkParams,
  errors: ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});

/** For the panel that makes a link, and for the poster, which counts and draws what guests see. */
export const previewForGuests = endpoint({
  operationId: 'previewForGuests',
  summary: "Which songs of a list guests of the caller's links see, and why they do not see the others",
  method: 'GET',
  path: '/api/lists/:id/guests',
  access: 'member',
  params: IdParams,
  query: Type.Object({
    /** `ListLink.showsOwn` of the link. */
    showsOwn: withDefault(Type.Boolean({ default: false, ...because('link.tick') })),
    /** An existing link, whose maker and tick count instead of the caller and `showsOwn`. */
    link: Type.Optional(Uuid),
  }),
  data: Type.Object({
    /** The songs that they see, in order. */
    videoIds: Type.Array(Uuid),
    /** The others, without reasons that concern none. */
    hidden: Type.Array(Type.Object({ reason: HiddenReason, count: Type.Integer() })),
  }),
  errors: ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});

/**
 * Sets the cookies of a guest. A code that is mistyped, has ended or was taken back leads to the same LINK_NOT_OPEN. Case,
 * spaces and dashes do not matter.
 */
export const openLink = endpoint({
  operationId: 'openLink',
  summary: 'Open a list by the code of a link, or by a short code',
  method: 'POST',
  path: '/api/links/open',
  access: 'anyone',
  whileReadOnly: true,
  body: Type.Object({
    code: Type.String({ maxLength: 200, ...because('link.code-too-long') }),
    /** Whether a page opens it again that was open already, as after a night: it is not counted once more. */
    isAgain: withDefault(Type.Boolean({ default: false, ...because('link.tick') })),
  }),
  data: Type.Object({ linkId: Uuid }),
  errors: ['LINK_NOT_OPEN', 'TOO_MANY_REQUESTS'],
});

/** What messages show of a link: nothing that depends on the songs of its list. */
export const LinkPreview = Type.Object({ name: Type.String(), sign: ListSign, hue: ChipHue });
export type LinkPreview = Static<typeof LinkPreview>;

/** Returns the path of the drawn cover of a list, one of the web client's own files. */
export function listCoverPath({ sign, hue }: Pick<LinkPreview, 'sign' | 'hue'>): string {
  return `/covers/${sign}-${hue}.png`;
}

/** The gateway asks it for the page of a link, which may be shown in messages. Not for codes of the board. */
export const previewLink = endpoint({
  operationId: 'previewLink',
  summary: 'The title and the look of the list that a link opens, unless its maker switched previews off',
  method: 'POST',
  path: '/internal/links/preview',
  access: 'internal',
  body: Type.Object({ code: Type.String({ maxLength: 200 }) }),
  data: LinkPreview,
  errors: ['LINK_NOT_OPEN'],
});

/** Like all calls of guests, it renews a cookie past half of its life. */
export const getGuestList = endpoint({
  operationId: 'getGuestList',
  summary: 'The list of a link that the guest has opened',
  method: 'GET',
  path: '/api/links/:linkId',
  access: 'anyone',
  params: GuestParams,
  data: Type.Object({ list: GuestList }),
  errors: ['LINK_NOT_OPEN'],
});

export const recordGuestView = endpoint({
  operationId: 'recordGuestView',
  summary: "Report that a guest opened a song of the link (0); counts like a visitor's view",
  method: 'POST',
  path: '/api/links/:linkId/songs/:videoId/view',
  access: 'anyone',
  whileReadOnly: true,
  isRateLimited: false,
  params: Type.Object({ linkId: Uuid, videoId: Uuid }),
  body: Type.Object({
    /** The position in the video in seconds; 0 on opening. */
    watchedDuration: Type.Number({ minimum: 0, maximum: 1_000_000, ...because('video.watched-not-valid') }),
  }),
  data: Type.Object({ viewCount: Type.Integer() }),
  errors: ['LINK_NOT_OPEN', 'VIDEO_NOT_FOUND'],
});

/** Needs the guest's cookie and the member's token. */
export const copyGuestList = endpoint({
  operationId: 'copyGuestList',
  summary:
    'Copy the list of an opened link, with the songs that the caller may watch, to a list of the caller',
  method: 'POST',
  path: '/api/links/:linkId/copy',
  access: 'member',
  params: GuestParams,
  data: Type.Object({ list: SongListCard }),
  status: 201,
  errors: ['LINK_NOT_OPEN', 'CONFLICT'],
});
