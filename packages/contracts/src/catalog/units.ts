import { Type, type Static } from 'typebox';

import { LEASED, leaseEndpoints, leaseReport } from '../lease.ts';
import { Nullable, Uuid } from '../primitives.ts';
import { Readable } from '../readable.ts';
import { Still } from './still.ts';
import { Chapter, LANGUAGE_PATTERN, MAX_CHAPTERS, Resolution } from './videos.ts';

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

/** Maximum number of subtitle streams of a file that are read. */
export const MAX_SUBTITLES = 32;

const SUBTITLES = {
  /** A BCP 47 tag in canonical form; `und` if the file does not name the language. */
  language: Type.String({ pattern: LANGUAGE_PATTERN, maxLength: 35 }),
  label: Type.String({ minLength: 1, maxLength: 60 }),
};

/** A stream of text subtitles. */
export const SubtitleStream = Type.Object({ streamIndex: Type.Integer({ minimum: 0 }), ...SUBTITLES });
export type SubtitleStream = Static<typeof SubtitleStream>;

/** Maximum number of places at which recordings were joined into one file. */
export const MAX_SEAMS = 1000;

/**
 * A place in a file without an index at which times start again or jump, as between joined recordings. Packets count in the
 * order of the file.
 */
export const Seam = Type.Object({
  /** Number of the picture's packets before the seam. */
  videoPackets: Type.Integer({ minimum: 0 }),
  /** Number of the sound's packets before the seam; 0 without sound. */
  audioPackets: Type.Integer({ minimum: 0 }),
  /** What is added to the times of all packets after the seam so that the parts follow each other. */
  shiftSeconds: Type.Number(),
});
export type Seam = Static<typeof Seam>;

/** Decisions taken after probing the source; all later units of the attempt follow them. */
export const Plan = Type.Object({
  /** ffmpeg's name of the demuxer, which every later run is forced to use. */
  demuxer: Type.String(),
  durationSeconds: Type.Number({ exclusiveMinimum: 0 }),
  /** First timestamp of the source; outputs are rebased to 0. */
  startSeconds: Type.Number(),
  /** Whether the source seeks exactly and so may be cut into chunks. */
  seekable: Type.Boolean(),
  /** In order. All other times of the plan are those after the shifts. */
  seams: Type.Optional(Type.Array(Seam, { maxItems: MAX_SEAMS })),
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
    /** By how many degrees an interlaced picture is turned clockwise; ffmpeg would turn it before it is deinterlaced. */
    turn: Type.Optional(Type.Union([Type.Literal(90), Type.Literal(180), Type.Literal(270)])),
    hdr: Type.Boolean(),
    /** The colour matrix of the source, stated or assumed; absent for a rare one, and for RGB. */
    matrix: Type.Optional(Type.Union([Type.Literal('bt601'), Type.Literal('bt709')])),
    /** Whether colours in standard dynamic range must be converted from the primaries of BT.2020. */
    wideGamut: Type.Optional(Type.Boolean()),
    /** Whether the colours are in a palette that the container states once: ffmpeg loses it when it seeks. */
    hasPalette: Type.Optional(Type.Boolean()),
    /** The colour properties that a source in high dynamic range does not state; those of BT.2020 are assumed. */
    unstated: Type.Optional(Type.Array(Type.Union([Type.Literal('primaries'), Type.Literal('matrix')]))),
    /** How much later than their times frames are decoded, in a container that states only decode times. */
    delaySeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** How long the last picture is held because the sound lasts longer. */
    heldSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** Present if the file is a song: one picture is shown all the time, and the other properties describe that picture. */
    still: Type.Optional(Still),
  }),
  audio: Nullable(
    Type.Object({
      streamIndex: Type.Integer({ minimum: 0 }),
      codec: Type.String(),
      channels: Type.Integer({ minimum: 1 }),
      /** Bits per second of the AAC rendition. */
      bitrate: Type.Integer({ minimum: 1 }),
      /** Whether it is known that channels, rate or format change in the middle. */
      changesForm: Type.Optional(Type.Boolean()),
      /** Missing if the loudness is unknown; then the sound stays as it is. */
      level: Type.Optional(
        Type.Object({
          /** Constant gain that brings the video to the common loudness. */
          gainDb: Type.Number(),
          /** Whether peaks must be limited after the gain. */
          limited: Type.Boolean(),
        }),
      ),
    }),
  ),
  /** From the largest to the smallest. */
  rungs: Type.Array(Rung, { minItems: 1 }),
  /** Among those of one language, the best comes first. Missing from workers that ignore subtitles. */
  subtitles: Type.Optional(Type.Array(SubtitleStream, { maxItems: MAX_SUBTITLES })),
  /** In order. Missing from workers that ignore chapters. */
  chapters: Type.Optional(Type.Array(Chapter, { maxItems: MAX_CHAPTERS })),
  /** Sentences for the uploader about what of the file is not in the video. */
  remarks: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 5 })),
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
  /** What of a damaged file a superadmin has decided to publish: that the rest is missing is no failure. */
  accepted: Type.Optional(Readable),
  /** For plan units only: what a drawing for the video may be about. Missing from older versions of catalog. */
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
      /** Whether the worker joins the parts of a film; units of films with `Plan.seams` are for such workers only. */
      joinsParts: Type.Optional(Type.Boolean()),
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
