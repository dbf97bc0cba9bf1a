import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Language } from '../languages.ts';
import { IdParams, Nullable, Uuid } from '../primitives.ts';
import { because } from '../reasons.ts';
import { Caption, LANGUAGE_PATTERN, Tag, Video, Visibility } from './videos.ts';

/** Maximum number of tags of a video. */
export const MAX_TAGS = 50;
export const TOO_MANY_TAGS = because('video.too-many-tags', { maximum: MAX_TAGS });
/** Maximum number of different letters of a video. */
export const MAX_LETTERS = 26;
export const TOO_MANY_LETTERS = because('video.too-many-letters', { maximum: MAX_LETTERS });
/** Maximum size of a subtitle file. JSON escapes may double it, which still fits the body limit. */
export const MAX_CAPTION_BYTES = 500_000;
export const CAPTIONS_TOO_LARGE = because('captions.too-large');

/** New details of a video; whatever is missing stays unchanged. */
export const VideoChanges = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 1000 })),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  /** What is wanted, if it has to be approved: any of an unapproved video, a wider one of an approved video. */
  visibility: Type.Optional(Visibility),
  /** Required with visibility private, except of teachers, whose private videos are for them alone; otherwise not allowed. */
  privateUserId: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  /** Replaces all tags of the video. */
  tags: Type.Optional(Type.Array(Tag, { maxItems: MAX_TAGS, ...TOO_MANY_TAGS })),
  /** Replaces all letters of the video, as `toVideoLetters` returns them; without it they stay. */
  letters: Type.Optional(Type.Array(Type.String(), { maxItems: 100, ...TOO_MANY_LETTERS })),
  /** Null if it is unknown or not in the list. Once somebody has set it, even to null, it is not guessed any more. */
  language: Type.Optional(Nullable(Language)),
});
export type VideoChanges = Static<typeof VideoChanges>;

// Superadmins may change all videos, teachers their own: FORBIDDEN for another one that they may see.

export const updateVideo = endpoint({
  operationId: 'updateVideo',
  summary: 'Change the title, description, tags, letters, language and visibility of a video',
  method: 'PATCH',
  path: '/api/admin/videos/:id',
  access: 'teacher',
  params: IdParams,
  body: VideoChanges,
  data: Type.Object({ video: Video }),
  errors: ['VIDEO_NOT_FOUND'],
});

export const addVideoTags = endpoint({
  operationId: 'addVideoTags',
  summary: 'Add tags to a video; tags that it already has are ignored',
  method: 'POST',
  path: '/api/admin/videos/:id/tags',
  access: 'teacher',
  params: IdParams,
  body: Type.Object({ tags: Type.Array(Tag, { minItems: 1, maxItems: MAX_TAGS, ...TOO_MANY_TAGS }) }),
  data: Type.Object({ tags: Type.Array(Tag) }),
  errors: ['VIDEO_NOT_FOUND'],
});

export const deleteVideo = endpoint({
  operationId: 'deleteVideo',
  summary: 'Delete a video in any state, with all of its files',
  method: 'DELETE',
  path: '/api/admin/videos/:id',
  access: 'teacher',
  params: IdParams,
  errors: ['VIDEO_NOT_FOUND'],
});

export const retryVideo = endpoint({
  operationId: 'retryVideo',
  summary: 'Process a failed video again, from its upload',
  method: 'POST',
  path: '/api/admin/videos/:id/retry',
  access: 'teacher',
  params: IdParams,
  errors: ['VIDEO_NOT_FOUND', 'CONFLICT'],
});

export const acceptReadable = endpoint({
  operationId: 'acceptReadable',
  summary:
    'Publish what can be read of a damaged file: processes a failed video again. Has no effect while that is being done',
  method: 'POST',
  path: '/api/admin/videos/:id/accept',
  access: 'teacher',
  params: IdParams,
  errors: ['VIDEO_NOT_FOUND', 'CONFLICT'],
});

export const cancelVideo = endpoint({
  operationId: 'cancelVideo',
  summary:
    'Stop processing a video: it counts as failed, and its results are deleted. Has no effect on a cancelled video',
  method: 'POST',
  path: '/api/admin/videos/:id/cancel',
  access: 'teacher',
  params: IdParams,
  errors: ['VIDEO_NOT_FOUND', 'CONFLICT'],
});

export const putCaption = endpoint({
  operationId: 'putCaption',
  summary: 'Add subtitles to a video, replacing those of the same language',
  method: 'PUT',
  path: '/api/admin/videos/:id/captions',
  access: 'teacher',
  params: IdParams,
  body: Type.Object({
    language: Type.String({
      pattern: LANGUAGE_PATTERN,
      maxLength: 35,
      ...because('captions.language-not-valid'),
    }),
    label: Type.String({
      minLength: 1,
      maxLength: 60,
      ...because('captions.label-length'),
    }),
    /** A WebVTT or SubRip file of at most `MAX_CAPTION_BYTES` in UTF-8. */
    content: Type.String({ maxLength: MAX_CAPTION_BYTES, ...CAPTIONS_TOO_LARGE }),
  }),
  data: Type.Object({ caption: Caption }),
  errors: ['VIDEO_NOT_FOUND'],
});

export const deleteCaption = endpoint({
  operationId: 'deleteCaption',
  summary: 'Delete subtitles of a video',
  method: 'DELETE',
  path: '/api/admin/videos/:id/captions/:captionId',
  access: 'teacher',
  params: Type.Object({ id: Uuid, captionId: Uuid }),
  errors: ['VIDEO_NOT_FOUND', 'CAPTION_NOT_FOUND'],
});

export const putThumbnail = endpoint({
  operationId: 'putThumbnail',
  summary: 'Upload a thumbnail for a video: JPEG, PNG or WebP, at most 900 kB',
  method: 'PUT',
  path: '/api/admin/videos/:id/thumbnail',
  access: 'teacher',
  encoding: 'binary',
  params: IdParams,
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ thumbnail: Type.String() }),
  errors: ['VIDEO_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY'],
});

export const deleteThumbnail = endpoint({
  operationId: 'deleteThumbnail',
  summary: 'Return to the thumbnail that was taken from the video',
  method: 'DELETE',
  path: '/api/admin/videos/:id/thumbnail',
  access: 'teacher',
  params: IdParams,
  data: Type.Object({ thumbnail: Nullable(Type.String()) }),
  errors: ['VIDEO_NOT_FOUND'],
});
