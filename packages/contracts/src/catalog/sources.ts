import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Uuid } from '../primitives.ts';
import { because } from '../reasons.ts';
import { VideoStatus } from './videos.ts';

/** Size of the parts that the hash of a source consists of; the last one may be shorter. */
export const SOURCE_PART_BYTES = 8 * 1024 * 1024;
/** Maximum number of sizes in one call. */
export const MAX_SOURCE_SIZES = 1000;
/** Maximum number of sources in one response. */
export const MAX_SOURCES = 5000;

/** The uploaded file of a video. */
export const KnownSource = Type.Object({
  /** The id of the video. */
  id: Uuid,
  title: Type.String(),
  status: VideoStatus,
  sizeBytes: Type.Integer(),
  /**
   * The SHA-256, in lower-case hex, of the SHA-256 of its parts of `SOURCE_PART_BYTES`, in order; null until it is known.
   */
  hash: Nullable(Type.String()),
  /** Languages of its captions, and of those that were removed by hand. */
  captionLanguages: Type.Array(Type.String()),
  /** Whether its thumbnail was uploaded. */
  hasOwnThumbnail: Type.Boolean(),
});
export type KnownSource = Static<typeof KnownSource>;

export const findSources = endpoint({
  operationId: 'findSources',
  summary:
    'Uploaded files of these sizes, with their hashes, to recognise a file that was uploaded before; of teachers, only their own',
  method: 'POST',
  path: '/api/admin/videos/sources',
  access: 'teacher',
  body: Type.Object({
    sizes: Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
      maxItems: MAX_SOURCE_SIZES,
      ...because('upload.sizes-not-valid', { maximum: MAX_SOURCE_SIZES }),
    }),
  }),
  data: Type.Object({ sources: Type.Array(KnownSource) }),
});
