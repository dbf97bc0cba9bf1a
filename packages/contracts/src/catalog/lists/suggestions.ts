import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, PageQuery, Timestamp, Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';

// Songs that people with an account suggest for a list, if its owner opened it for that.

/** Maximum number of characters (graphemes) of a title that is suggested. */
export const MAX_SUGGESTED_TITLE = 200;
/** A character may consist of several; more than that is refused before anything is counted. */
const MOST_UNITS = MAX_SUGGESTED_TITLE * 10;
/** Maximum numbers of suggestions that wait: of a list, and of one member for a list. */
export const MAX_SUGGESTIONS = 100;
export const MAX_OWN_SUGGESTIONS = 10;
/** Suggestions of one member in 24 hours, for all lists. */
export const DAILY_SUGGESTIONS = 30;
/** Days for which a decided suggestion is shown to its member. */
export const DECIDED_SUGGESTION_DAYS = 30;

const State = Type.Union([Type.Literal('waiting'), Type.Literal('taken'), Type.Literal('declined')]);

/** A song of the site, or a title that somebody wrote. */
export const Suggestion = Type.Object({
  id: Uuid,
  at: Timestamp,
  state: State,
  /** Null for a title that somebody wrote. */
  video: Nullable(Type.Object({ id: Uuid, title: Type.String(), thumbnail: Nullable(Type.String()) })),
  /** Empty for a song of the site. */
  title: Type.String(),
  /** Who suggested it, for those who decide; empty once the account is deleted. */
  by: Type.String(),
  /** Whether it is the caller's own. */
  isOwn: Type.Boolean(),
});
export type Suggestion = Static<typeof Suggestion>;

/** One of the two. */
const SuggestionBody = Type.Object({
  videoId: Type.Optional(Uuid),
  title: Type.Optional(
    Type.String({ maxLength: MOST_UNITS, ...because('suggestion.title', { maximum: MAX_SUGGESTED_TITLE }) }),
  ),
});
/** `isNew` is false if the same is waiting already, whoever suggested it. */
const SuggestedData = Type.Object({ isNew: Type.Boolean() });
const ListData = Type.Object({
  /** Whether the list is open for suggestions. */
  isOpen: Type.Boolean(),
  /** Whether the caller decides about them. */
  mayDecide: Type.Boolean(),
  /** For those who decide all that wait, oldest first; for others their own, newest first. */
  suggestions: Type.Array(Suggestion),
});
const LinkParams = Type.Object({ linkId: Uuid });

export const listSuggestions = endpoint({
  operationId: 'listSuggestions',
  summary:
    "What was suggested for a list: all that waits for those who may change it, the caller's own for others",
  method: 'GET',
  path: '/api/lists/:id/suggestions',
  access: 'member',
  params: IdParams,
  data: ListData,
  errors: ['LIST_NOT_FOUND'],
});

export const suggestSong = endpoint({
  operationId: 'suggestSong',
  summary: 'Suggest a song of the site, or a title, for a list that is open for suggestions',
  method: 'POST',
  path: '/api/lists/:id/suggestions',
  access: 'member',
  params: IdParams,
  body: SuggestionBody,
  data: SuggestedData,
  errors: ['LIST_NOT_FOUND', 'VIDEO_NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
});

/** The same for those who have opened a link to the list and are signed in. */
export const listGuestSuggestions = endpoint({
  operationId: 'listGuestSuggestions',
  summary: 'What the caller suggested for the list of a link that they have opened',
  method: 'GET',
  path: '/api/links/:linkId/suggestions',
  access: 'member',
  params: LinkParams,
  data: ListData,
  errors: ['LINK_NOT_OPEN'],
});

export const suggestGuestSong = endpoint({
  operationId: 'suggestGuestSong',
  summary: 'Suggest a song of the site, or a title, for the list of a link that the caller has opened',
  method: 'POST',
  path: '/api/links/:linkId/suggestions',
  access: 'member',
  params: LinkParams,
  body: SuggestionBody,
  data: SuggestedData,
  errors: ['LINK_NOT_OPEN', 'VIDEO_NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
});

/** A suggestion of the caller, for the file with their data. */
export const OwnSuggestion = Type.Object({
  ...{ id: Uuid, at: Timestamp, state: State },
  /** Null for a title that the caller wrote; its own title is null if the caller may no longer see the video. */
  video: Nullable(Type.Object({ id: Uuid, title: Nullable(Type.String()) })),
  title: Type.String(),
  /** The name is null for a list of somebody, who may have changed it since. */
  list: Type.Object({ id: Uuid, name: Nullable(Type.String()) }),
});
export type OwnSuggestion = Static<typeof OwnSuggestion>;

export const listOwnSuggestions = endpoint({
  operationId: 'listOwnSuggestions',
  summary: 'All suggestions of the caller, newest first, as the site keeps them',
  method: 'GET',
  path: '/api/videos/user/suggestions',
  access: 'member',
  query: PageQuery,
  data: Type.Object({ suggestions: Type.Array(OwnSuggestion), nextCursor: Nullable(Type.String()) }),
});

export const openSuggestions = endpoint({
  operationId: 'openSuggestions',
  summary: 'Open a list for suggestions, or close it; what waits stays',
  method: 'PUT',
  path: '/api/lists/:id/suggestions/open',
  access: 'member',
  params: IdParams,
  body: Type.Object({ isOpen: Type.Boolean({ ...because('suggestion.tick') }) }),
  data: Type.Object({ isOpen: Type.Boolean() }),
  errors: ['LIST_NOT_FOUND'],
});

/** A suggestion that was decided about in the meantime is a CONFLICT. */
export const decideSuggestion = endpoint({
  operationId: 'decideSuggestion',
  summary: 'Take a suggestion, whose song is added to the list, or do not',
  method: 'POST',
  path: '/api/lists/:id/suggestions/:suggestionId',
  access: 'member',
  params: Type.Object({ id: Uuid, suggestionId: Uuid }),
  body: Type.Object({
    decision: Type.Union([Type.Literal('take'), Type.Literal('decline')], {
      ...because('suggestion.decision'),
    }),
  }),
  data: Type.Object({ version: Type.Integer() }),
  errors: ['LIST_NOT_FOUND', 'ITEM_NOT_FOUND', 'VIDEO_NOT_FOUND', 'CONFLICT'],
});
