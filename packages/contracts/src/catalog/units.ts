import { Type, type Static } from 'typebox';

import { LEASED, leaseEndpoints, leaseReport } from '../lease.ts';
import { Nullable, Uuid } from '../primitives.ts';
import { Resolution } from './videos.ts';

/** Length of a segment in seconds; all rungs are cut on the same grid. */
export const SEGMENT_SECONDS = 4;

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

/** One rung of the ladder. Bit rates in bits per second; `frameRate` as a fraction such as `30000/1001`. */
export const Rung = Type.Object({
  resolution: Resolution,
  width: Type.Integer({ minimum: 2, multipleOf: 2 }),
  height: Type.Integer({ minimum: 2, multipleOf: 2 }),
  frameRate: Type.String({ pattern: '^\\d+/\\d+$' }),
  /** Maximum bit rate of the video alone, for the encoder's buffer model. */
  maxBitrate: Type.Integer({ minimum: 1 }),
  bufferBits: Type.Integer({ minimum: 1 }),
  /** RFC 6381, for example `avc1.64001f`. */
  codecs: Type.String(),
});
export type Rung = Static<typeof Rung>;

/** Decisions taken after probing the source; all later units of the attempt follow them. */
export const Plan = Type.Object({
  /** ffmpeg's name of the demuxer, which every later run is forced to use. */
  demuxer: Type.String(),
  durationSeconds: Type.Number({ exclusiveMinimum: 0 }),
  /** First timestamp of the source; outputs are rebased to 0. */
  startSeconds: Type.Number(),
  /** Whether the source seeks exactly and so may be cut into chunks. */
  seekable: Type.Boolean(),
  video: Type.Object({
    streamIndex: Type.Integer({ minimum: 0 }),
    codec: Type.String(),
    /** Displayed size: after rotation, with square pixels. */
    width: Type.Integer({ minimum: 1 }),
    height: Type.Integer({ minimum: 1 }),
    frameRate: Type.String({ pattern: '^\\d+/\\d+$' }),
    /** Whether frames keep their variable timestamps; otherwise they are resampled to `frameRate`. */
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
  /** Null for plan units only. */
  plan: Nullable(Plan),
  /** For video-chunk units only; starts at the first segment that no earlier try has stored. */
  chunk: Nullable(Chunk),
  /** For finish units only: all segments of all renditions. */
  segments: Type.Array(Segment),
});
export type UnitAssignment = Static<typeof UnitAssignment>;

export const UnitProgress = Type.Object({
  /** Seconds of the unit's span that are done. */
  doneSeconds: Type.Number({ minimum: 0 }),
  /** Seconds of video encoded per second; null while unknown. */
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

/** The result of a finished unit, by kind. */
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
    },
    heartbeat: { progress: Type.Optional(UnitProgress) },
    complete: { result: UnitResult },
    /** The end of the technical log, collapsed on the dashboard. */
    fail: { log: Type.String({ maxLength: 20_000 }) },
  },
});

export const reportSegments = leaseReport({
  operationId: 'reportSegments',
  summary: 'Report segments that have been stored',
  path: '/internal/units/:id/segments',
  more: { segments: Type.Array(Segment, { minItems: 1, maxItems: 100 }) },
});

/** Names of the two BullMQ queues; a job only wakes a worker to claim a unit of that lane. */
export const WAKE_UP_QUEUES = {
  heavy: 'transcode-heavy',
  light: 'transcode-light',
} as const satisfies Record<Lane, string>;

export const WakeUp = Type.Object({ unitId: Uuid });
export type WakeUp = Static<typeof WakeUp>;
