import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Language } from '../languages.ts';
import { IdParams, Timestamp, Uuid } from '../primitives.ts';
import { because } from '../reasons.ts';
import { Visibility } from './videos.ts';

/** Maximum number of parts of one upload, as in S3. */
export const MAX_PARTS = 10_000;

/** Problems of the upload form, in the order of its checks (specification section 5). */
export const UPLOAD_PROBLEMS = {
  video: because('upload.file-missing'),
  title: because('video.title-missing'),
  privateUserId: because('video.private-user-missing'),
  resolutions: because('video.resolutions-missing'),
};

export const uploadVideo = endpoint({
  operationId: 'uploadVideo',
  summary:
    'Upload a video, which may have to be approved; fields may come before or after the file, or name an upload in parts',
  method: 'POST',
  path: '/api/admin/videos/upload',
  access: 'teacher',
  encoding: 'multipart',
  body: Type.Object({
    video: Type.Optional(Type.String({ format: 'binary' })),
    /** Instead of `video`: an upload whose parts are all stored. */
    uploadId: Type.Optional(Uuid),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String({ maxLength: 5000 })),
    visibility: Type.Optional(Visibility),
    /** Teachers may leave it out or name themselves: their private videos are for them alone. */
    privateUserId: Type.Optional(Uuid),
    resolutions: Type.Optional(
      Type.String({ description: 'JSON text: a list of 1080p, 720p, 480p, 360p; by default the last three' }),
    ),
    letters: Type.Optional(
      Type.String({ description: 'JSON text: a list of letters of the game, at most 26; by default none' }),
    ),
    /** Without it, the language is that of the subtitles in the file, if they are all in one. */
    language: Type.Optional(Language),
  }),
  data: Type.Object({ video: Type.Object({ id: Uuid }) }),
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY', 'STORAGE_FULL', 'UPLOAD_NOT_FOUND'],
});

// A large file may be sent in parts, which can be resumed and repeated (design section 5).

/** The state of an upload in parts; the last part may be smaller than `partSizeBytes`. */
export const PartedUpload = Type.Object({
  id: Uuid,
  sizeBytes: Type.Integer(),
  partSizeBytes: Type.Integer(),
  partCount: Type.Integer(),
  /** Numbers of the parts that are stored, from 1, in order. */
  storedParts: Type.Array(Type.Integer()),
  /** Deadline for the next part; each part extends it. */
  expiresAt: Timestamp,
});
export type PartedUpload = Static<typeof PartedUpload>;

export const startUpload = endpoint({
  operationId: 'startUpload',
  summary: 'Start an upload in parts, or continue the one that was started with this key',
  method: 'POST',
  path: '/api/admin/uploads',
  access: 'teacher',
  body: Type.Object({
    sizeBytes: Type.Integer({ minimum: 1, ...because('upload.size-not-valid') }),
    /** Chosen by the sender, such as the hash of the file: as long as the upload exists, a second start returns it. */
    resumeKey: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$', ...because('upload.resume-key-not-valid') }),
    ),
  }),
  data: Type.Object({ upload: PartedUpload }),
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'STORAGE_FULL', 'CONFLICT'],
});

export const getUpload = endpoint({
  operationId: 'getUpload',
  summary: 'State of an upload in parts, for its owner only',
  method: 'GET',
  path: '/api/admin/uploads/:id',
  access: 'teacher',
  params: IdParams,
  data: Type.Object({ upload: PartedUpload }),
  errors: ['UPLOAD_NOT_FOUND'],
});

export const putUploadPart = endpoint({
  operationId: 'putUploadPart',
  summary: 'Send a part of an upload, in any order; a repeated number replaces the part',
  method: 'PUT',
  path: '/api/admin/uploads/:id/parts/:number',
  access: 'teacher',
  encoding: 'binary',
  params: Type.Object({
    id: Uuid,
    number: Type.Integer({ minimum: 1, maximum: MAX_PARTS, ...because('upload.part-number-not-valid') }),
  }),
  body: Type.String({ format: 'binary' }),
  data: Type.Object({ sizeBytes: Type.Integer() }),
  errors: ['UPLOAD_NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY', 'STORAGE_FULL'],
});

export const cancelUpload = endpoint({
  operationId: 'cancelUpload',
  summary: 'Cancel an upload in parts and delete its stored parts',
  method: 'DELETE',
  path: '/api/admin/uploads/:id',
  access: 'teacher',
  params: IdParams,
  errors: ['UPLOAD_NOT_FOUND'],
});
