import { Type, type Static } from 'typebox';

import { LEASED, leaseEndpoints, leaseReport } from '../lease.ts';
import { Nullable, Uuid } from '../primitives.ts';
import { Readable } from '../readable.ts';
import { MAX_SUBTITLES, Plan, SUBTITLES } from './plan.ts';
import { Resolution } from './videos.ts';

/** Length of a segment in seconds; all rungs are cut on the same grid. */
export const SEGMENT_SECONDS = 4;

/** The kinds of units, in the order of processing: `plan` first, `finish` last, the others at the same time. */
export const UnitKind = Type.Union([
  Type.Literal('plan'),
  Type.Literal('video-chunk'),
  Type.Literal('audio'),
  Type.Literal('extras'),
  Type.Literal('finish'),
]);
export type UnitKind = Static<typeof UnitKind>;

/** A worker has one slot for each lane: `heavy` encodes video, `light` does everything else (design section 6). */
export const Lane = Type.Union([Type.Literal('heavy'), Type.Literal('light')]);
export type Lane = Static<typeof Lane>;

/** Returns the lane in which units of this kind run. */
export function laneOf(kind: UnitKind): Lane {
  return kind === 'video-chunk' ? 'heavy' : 'light';
}

/** A span of whole segments: `[startSeconds, endSeconds)` of the rebased timeline. */
export const Chunk = Type.Object({
  startSeconds: Type.Number({ minimum: 0 }),
  endSeconds: Type.Number({ exclusiveMinimum: 0 }),
  firstSegment: Type.Integer({ minimum: 0 }),
  segmentCount: Type.Integer({ minimum: 1 }),
});
export type Chunk = Static<typeof Chunk>;

/** A rendition is a rung's name or `audio`. */
export const Rendition = Type.Union([Resolution, Type.Literal('audio')]);
export type Rendition = Static<typeof Rendition>;

/** A stored segment. Times in seconds, read from its `tfdt` and `trun` boxes. */
export const Segment = Type.Object({
  rendition: Rendition,
  index: Type.Integer({ minimum: 0 }),
  key: Type.String(),
  initKey: Type.String(),
  sizeBytes: Type.Integer({ minimum: 1 }),
  startSeconds: Type.Number({ minimum: 0 }),
  durationSeconds: Type.Number({ exclusiveMinimum: 0 }),
});
export type Segment = Static<typeof Segment>;

/** A unit assigned to one worker. */
export const UnitAssignment = Type.Object({
  ...LEASED,
  videoId: Uuid,
  attempt: Type.Integer({ minimum: 1 }),
  kind: UnitKind,
  index: Type.Integer({ minimum: 0 }),
  source: Type.Object({ key: Type.String(), sizeBytes: Type.Integer() }),
  /** The resolutions that the uploader selected; a plan chooses its ladder from them. */
  resolutions: Type.Array(Resolution),
  /** The part of a damaged file that a superadmin has decided to publish; the missing rest is not a failure. */
  accepted: Type.Optional(Readable),
  /** For plan units only: possible subjects of a drawing for the video. Missing from older versions of catalog. */
  about: Type.Optional(Type.Object({ title: Type.String(), tags: Type.Array(Type.String()) })),
  /** Null for plan units only. */
  plan: Nullable(Plan),
  /** For video-chunk units only; starts at the first segment that no earlier try has stored. */
  chunk: Nullable(Chunk),
  /** For finish units only: all segments of all renditions. */
  segments: Type.Array(Segment),
  /** For finish units only: the keys of the pictures and subtitles of this attempt that are in use. */
  extraKeys: Type.Optional(Type.Array(Type.String())),
});
export type UnitAssignment = Static<typeof UnitAssignment>;

/** The progress of a running unit, sent with heartbeats. */
export const UnitProgress = Type.Object({
  /** Seconds of the unit's span that are done. */
  doneSeconds: Type.Number({ minimum: 0 }),
  /** Seconds of video encoded per second; null while unknown. */
  speed: Nullable(Type.Number({ minimum: 0 })),
});
export type UnitProgress = Static<typeof UnitProgress>;

/** One picture with `columns` × `rows` tiles, one tile every `intervalSeconds`. */
export const StoredStoryboard = Type.Object({
  key: Type.String(),
  intervalSeconds: Type.Number(),
  columns: Type.Integer(),
  rows: Type.Integer(),
  tileWidth: Type.Integer(),
  tileHeight: Type.Integer(),
});
export type StoredStoryboard = Static<typeof StoredStoryboard>;

/** The pictures made from a video, by their keys in storage. */
export const Extras = Type.Object({
  thumbnailKey: Type.String(),
  /** Null until the finish unit has made it from the smallest rung, or if no picture could be made. */
  storyboard: Nullable(StoredStoryboard),
});
export type Extras = Static<typeof Extras>;

/** Subtitles from the uploaded file, stored as WebVTT. */
export const StoredCaption = Type.Object({ key: Type.String(), ...SUBTITLES });
export type StoredCaption = Static<typeof StoredCaption>;

/** The result of a finished unit, by kind. */
export const UnitResult = Type.Union([
  Type.Object({ kind: Type.Literal('plan'), plan: Plan }),
  Type.Object({ kind: Type.Literal('video-chunk'), segmentCount: Type.Integer({ minimum: 1 }) }),
  Type.Object({ kind: Type.Literal('audio'), segmentCount: Type.Integer({ minimum: 1 }) }),
  Type.Object({
    kind: Type.Literal('extras'),
    extras: Extras,
    /** At most one per language, with the keys of `extraCaptionKey` 0, 1, 2 … */
    captions: Type.Optional(Type.Array(StoredCaption, { maxItems: MAX_SUBTITLES })),
  }),
  Type.Object({
    kind: Type.Literal('finish'),
    durationSeconds: Type.Number({ exclusiveMinimum: 0 }),
    /** Missing from workers that still make it with the extras. */
    storyboard: Type.Optional(Nullable(StoredStoryboard)),
  }),
]);
export type UnitResult = Static<typeof UnitResult>;

export const {
  claim: claimUnit,
  heartbeat: heartbeatUnit,
  complete: completeUnit,
  fail: failUnit,
  release: releaseUnit,
} = leaseEndpoints({
  noun: 'Unit',
  path: '/internal/units',
  summaries: {
    claim: 'Claim the due unit of a lane whose turn it is by fairness; null if nothing is due',
    heartbeat: 'Report a sign of life and the progress; stop is true if the lease was lost',
    complete: 'Report a finished unit; catalog verifies its result',
    fail: 'Report a failed unit: failures of the input are final, failures of the infrastructure are retried',
    release: 'Return a unit without counting an attempt, as a stopping worker does',
  },
  work: Type.Object({ unit: Nullable(UnitAssignment) }),
  more: {
    claim: {
      lane: Lane,
      /** Whether ffmpeg runs inside bubblewrap on this worker. */
      sandboxed: Type.Optional(Type.Boolean()),
      /** The newest version of plans that the worker follows; 1 if it is missing. */
      planVersion: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    heartbeat: { progress: Type.Optional(UnitProgress) },
    complete: { result: UnitResult },
    /** The end of the technical log, collapsed on the dashboard. */
    fail: { log: Type.String({ maxLength: 20_000 }), readable: Type.Optional(Readable) },
  },
});

export const reportSegments = leaseReport({
  operationId: 'reportSegments',
  summary: 'Report segments that have been stored',
  path: '/internal/units/:id/segments',
  more: { segments: Type.Array(Segment, { minItems: 1, maxItems: 100 }) },
  /** Whether the video can be watched by now. */
  answer: { playable: Type.Optional(Type.Boolean()) },
});

/** Names of the two BullMQ queues; a job only wakes a worker to claim a unit of that lane. */
export const WAKE_UP_QUEUES = {
  heavy: 'transcode-heavy',
  light: 'transcode-light',
} as const satisfies Record<Lane, string>;

/** The payload of a wake-up: a unit that may be due. It is a hint; workers claim whatever is due. */
export const WakeUp = Type.Object({ unitId: Uuid });
export type WakeUp = Static<typeof WakeUp>;
