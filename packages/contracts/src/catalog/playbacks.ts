import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';

/** How a playback went: without a pause to load more, with one, or ended by an error. */
export const PLAYBACK_RESULTS = ['smooth', 'stalled', 'failed'] as const;
/** The quality that was played last; `unknown` where the browser chooses itself. */
export const PLAYBACK_RUNGS = ['1080p', '720p', '480p', '360p', 'unknown'] as const;
export const PLAYBACK_ERRORS = ['network', 'media', 'unsupported', 'other'] as const;

/** What a player says about one playback: nothing about the song or the person. */
export const Playback = Type.Object({
  result: Type.Unsafe<(typeof PLAYBACK_RESULTS)[number]>({ type: 'string', enum: PLAYBACK_RESULTS }),
  rung: Type.Unsafe<(typeof PLAYBACK_RUNGS)[number]>({ type: 'string', enum: PLAYBACK_RUNGS }),
  /** Why it failed. */
  error: Type.Optional(
    Type.Unsafe<(typeof PLAYBACK_ERRORS)[number]>({ type: 'string', enum: PLAYBACK_ERRORS }),
  ),
});
export type Playback = Static<typeof Playback>;

export const reportPlayback = endpoint({
  operationId: 'reportPlayback',
  summary: 'Report how a playback went, which is only counted; nests do not report theirs',
  method: 'POST',
  path: '/api/videos/playbacks',
  access: 'anyone',
  whileReadOnly: true,
  body: Playback,
});
