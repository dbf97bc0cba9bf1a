import { Type, type Static } from 'typebox';

import { LEASED, leaseEndpoints, leaseReport } from '../lease.ts';
import { Nullable, Uuid } from '../primitives.ts';
import { Resolution } from './videos.ts';

/** Length of a segment in seconds; every rung is cut on this one grid. */
export const SEGMENT_SECONDS = 4;

export const UnitKind = Type.Union([
  Type.Literal('plan'),
  Type.Literal('video-chunk'),
  Type.Literal('audio'),
  Type.Literal('extras'),
  Type.Literal('finish'),
]);
export type UnitKind = Static<typeof UnitKind>;

/** A worker has one slot for each lane: `heavy` encodes pictures, `light` is everything else (design section 6). */
export const Lane = Type.Union([Type.Literal('heavy'), Type.Literal('light')]);
export type Lane = Static<typeof Lane>;

export function laneOf(kind: UnitKind): Lane {
  return kind === 'video-chunk' ? 'heavy' : 'light';
}

/** One rung of the ladder. Bit rates in bits per second; `frameRate` as a fraction such as `30000/1001`. */
export const Rung = Type.Object({
  resolution: Resolution,
  width: Type.Integer({ minimum: 2, multipleOf: 2 }),
  height: Type.Integer({ minimum: 2, multipleOf: 2 }),
  frameRate: Type.String({ pattern: '^\\d+/\\d+$' }),
  /** Highest rate of the video alone, as given to the encoder's buffer model. */
  maxBitrate: Type.Integer({ minimum: 1 }),
  bufferBits: Type.Integer({ minimum: 1 }),
  /** RFC 6381, for example `avc1.64001f`. */
  codecs: Type.String(),
});
export type Rung = Static<typeof Rung>;

/** What a probe of the source decided; every later unit of the attempt follows it. */
export const Plan = Type.Object({
  /** ffmpeg's name of the demuxer that every later run is forced to. */
  demuxer: Type.String(),
  durationSeconds: Type.Number({ exclusiveMinimum: 0 }),
  /** First timestamp of the source; outputs are rebased to 0. */
  startSeconds: Type.Number(),
  /** The source seeks exactly, so it may be cut into chunks. */
  seekable: Type.Boolean(),
  video: Type.Object({
    streamIndex: Type.Integer({ minimum: 0 }),
    codec: Type.String(),
    /** Size as displayed: after rotation, with square pixels. */
    width: Type.Integer({ minimum: 1 }),
    height: Type.Integer({ minimum: 1 }),
    frameRate: Type.String({ pattern: '^\\d+/\\d+$' }),
    /** Frames come at variable times and keep them; otherwise they are put on the grid of `frameRate`. */
    variableFrameRate: Type.Optional(Type.Boolean()),
    interlaced: Type.Boolean(),
    hdr: Type.Boolean(),
  }),
  audio: Nullable(
    Type.Object({
      streamIndex: Type.Integer({ minimum: 0 }),
      codec: Type.String(),
      channels: Type.Integer({ minimum: 1 }),
      /** Bits per second of the AAC rendition. */
      bitrate: Type.Integer({ minimum: 1 }),
    }),
  ),
  /** From the largest to the smallest. */
  rungs: Type.Array(Rung, { minItems: 1 }),
});
export type Plan = Static<typeof Plan>;

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

/** A segment that lies in storage. Times in seconds, read from its `tfdt` and `trun` boxes. */
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

/** A unit handed to one worker. */
export const UnitAssignment = Type.Object({
  ...LEASED,
  videoId: Uuid,
  attempt: Type.Integer({ minimum: 1 }),
  kind: UnitKind,
  index: Type.Integer({ minimum: 0 }),
  source: Type.Object({ key: Type.String(), sizeBytes: Type.Integer() }),
  /** What the uploader chose; a plan picks its ladder from it. */
  resolutions: Type.Array(Resolution),
  /** Null only for a plan unit. */
  plan: Nullable(Plan),
  /** Only for a video-chunk; begins at the first segment that is not kept from an earlier try. */
  chunk: Nullable(Chunk),
  /** Only for a finish unit: every segment of every rendition. */
  segments: Type.Array(Segment),
});
export type UnitAssignment = Static<typeof UnitAssignment>;

export const UnitProgress = Type.Object({
  /** Seconds of the unit's span that are done. */
  doneSeconds: Type.Number({ minimum: 0 }),
  /** Seconds of video made per second of time; null while nothing is known. */
  speed: Nullable(Type.Number({ minimum: 0 })),
});
export type UnitProgress = Static<typeof UnitProgress>;

export const Extras = Type.Object({
  thumbnailKey: Type.String(),
  /** Storyboard: one picture with `columns` × `rows` tiles, one tile every `intervalSeconds`. */
  storyboard: Nullable(
    Type.Object({
      key: Type.String(),
      intervalSeconds: Type.Number(),
      columns: Type.Integer(),
      rows: Type.Integer(),
      tileWidth: Type.Integer(),
      tileHeight: Type.Integer(),
    }),
  ),
});
export type Extras = Static<typeof Extras>;

/** What a finished unit hands in, by its kind. */
export const UnitResult = Type.Union([
  Type.Object({ kind: Type.Literal('plan'), plan: Plan }),
  Type.Object({ kind: Type.Literal('video-chunk'), segmentCount: Type.Integer({ minimum: 1 }) }),
  Type.Object({ kind: Type.Literal('audio'), segmentCount: Type.Integer({ minimum: 1 }) }),
  Type.Object({ kind: Type.Literal('extras'), extras: Extras }),
  Type.Object({ kind: Type.Literal('finish'), durationSeconds: Type.Number({ exclusiveMinimum: 0 }) }),
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
    claim: 'Hand out the fairest due unit of a lane, or none',
    heartbeat: 'The worker is alive and this far; answered with stop when the unit is no longer its own',
    complete: 'The unit is done; catalog verifies before it believes',
    fail: 'The unit failed: for good where the input is at fault, to be tried again where the surroundings are',
    release: 'Give a unit back without costing it an attempt (a worker that stops)',
  },
  work: Type.Object({ unit: Nullable(UnitAssignment) }),
  more: {
    claim: {
      lane: Lane,
      /** ffmpeg runs inside bubblewrap on this worker. */
      sandboxed: Type.Optional(Type.Boolean()),
    },
    heartbeat: { progress: Type.Optional(UnitProgress) },
    complete: { result: UnitResult },
    /** The end of the technical log, folded away on the dashboard. */
    fail: { log: Type.String({ maxLength: 20_000 }) },
  },
});

export const reportSegments = leaseReport({
  operationId: 'reportSegments',
  summary: 'Segments that now lie in storage',
  path: '/internal/units/:id/segments',
  more: { segments: Type.Array(Segment, { minItems: 1, maxItems: 100 }) },
});

/** Names of the two BullMQ queues; a job is only a wake-up to claim a unit of that lane. */
export const WAKE_UP_QUEUES = {
  heavy: 'transcode-heavy',
  light: 'transcode-light',
} as const satisfies Record<Lane, string>;

export const WakeUp = Type.Object({ unitId: Uuid });
export type WakeUp = Static<typeof WakeUp>;
