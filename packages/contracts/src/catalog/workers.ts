import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Timestamp, Uuid } from '../primitives.ts';

const Text = Type.String({ minLength: 1, maxLength: 200 });
const Count = Type.Integer({ minimum: 0 });

/** Load of a worker's machine, or of its container if that is limited. */
export const MachineLoad = Type.Object({
  /** Share of all processors in use, 0 to 1; null right after the start. */
  processorShare: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  memoryUsedBytes: Count,
  memoryTotalBytes: Count,
});
export type MachineLoad = Static<typeof MachineLoad>;

/** The report that a worker sends about itself every few seconds. */
export const WorkerReport = Type.Object({
  workerId: Text,
  name: Text,
  host: Text,
  version: Text,
  ffmpegVersion: Text,
  /** Whether ffmpeg runs inside bubblewrap. */
  sandboxed: Type.Boolean(),
  slots: Type.Object({ heavy: Count, light: Count, sound: Count }),
  /** Sounds of the game that it is preparing, which catalog does not know about. */
  activeSounds: Count,
  load: MachineLoad,
});
export type WorkerReport = Static<typeof WorkerReport>;

/** `stopping` takes no more work; `stopped` is a worker's last report. */
export const reportWorker = endpoint({
  operationId: 'reportWorker',
  summary: 'Report a worker for the dashboard: who it is, and that it works, stops or has stopped',
  method: 'POST',
  path: '/internal/workers/report',
  access: 'internal',
  body: Type.Object({
    ...WorkerReport.properties,
    phase: Type.Union([Type.Literal('working'), Type.Literal('stopping'), Type.Literal('stopped')]),
  }),
});

/** A unit that runs on a worker. */
export const WorkerUnit = Type.Object({
  videoId: Uuid,
  title: Type.String(),
  stage: Type.String(),
  /** The part of the video, in seconds; null for a unit about the whole video. */
  span: Nullable(Type.Object({ startSeconds: Type.Number(), endSeconds: Type.Number() })),
  /** Seconds since it was claimed. */
  elapsedSeconds: Type.Integer(),
});
export type WorkerUnit = Static<typeof WorkerUnit>;

/** A transcoder as the dashboard shows it. */
export const Worker = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Null, as are the other unknown properties, for workers of a version that does not report them. */
  host: Nullable(Type.String()),
  version: Nullable(Type.String()),
  ffmpegVersion: Nullable(Type.String()),
  /** `vanished` was silent for 20 s without having said that it stops. */
  state: Type.Union([
    Type.Literal('idle'),
    Type.Literal('busy'),
    Type.Literal('stopping'),
    Type.Literal('stopped'),
    Type.Literal('vanished'),
  ]),
  sandboxed: Type.Boolean(),
  startedAt: Timestamp,
  /** Seconds since its last sign of life, by the clock of the database. */
  silentSeconds: Type.Integer(),
  units: Type.Array(WorkerUnit),
  activeSounds: Type.Integer(),
  load: Nullable(MachineLoad),
});
export type Worker = Static<typeof Worker>;
