import { Type, type Static } from 'typebox';

import { Remark } from '../failure-reason.ts';
import { Nullable } from '../primitives.ts';
import { Chapter, LANGUAGE_PATTERN, MAX_CHAPTERS, Resolution } from './videos.ts';

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

/** The known properties of subtitles. */
export const SUBTITLES = {
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
  /** The offset added to the times of all packets after the seam so that the parts follow each other. */
  shiftSeconds: Type.Number(),
});
export type Seam = Static<typeof Seam>;

/** The picture of a song without one: the cover in the file, or a drawing of the house's own. */
export const Still = Type.Union([
  Type.Object({ kind: Type.Literal('cover'), streamIndex: Type.Integer({ minimum: 0 }) }),
  Type.Object({ kind: Type.Literal('drawing'), scene: Type.String(), tint: Type.String() }),
]);
export type Still = Static<typeof Still>;

/**
 * Newest version of plans. Version 2 has seams, songs, frames without times, and sounds that change their form, which earlier
 * workers would publish wrong.
 */
export const PLAN_VERSION = 2;

/** Decisions taken after probing the source; all later units of the attempt follow them. */
export const Plan = Type.Object({
  /** Workers that only follow earlier versions get no units of the film; 1 if it is missing. */
  version: Type.Optional(Type.Integer({ minimum: 1 })),
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
    /** The most by which key frames are decoded before they are shown, if ffmpeg allows for less when it seeks. */
    leadSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    /** For a file whose frames have no times: the frame rate, as a fraction. */
    countedRate: Type.Optional(Type.String({ pattern: '^\\d+/\\d+$' })),
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
      /** Time of the first packet of a sound that changes its form. */
      startSeconds: Type.Optional(Type.Number()),
      /** Missing if the loudness is unknown; then the sound stays unchanged. */
      level: Type.Optional(
        Type.Object({
          /** Constant gain that adjusts the video to the common loudness. */
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
  /** Sentences for the uploader about parts of the file that are missing from the video, in English. */
  remarks: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 5 })),
  /** The same in the same order, for clients in another language. Missing from older workers. */
  explainedRemarks: Type.Optional(Type.Array(Remark, { maxItems: 5 })),
});
export type Plan = Static<typeof Plan>;
