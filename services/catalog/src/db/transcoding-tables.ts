import type { catalog, FailureReason } from '@larksong/contracts';
import type { Generated } from 'kysely';

import type { BigInteger, Json, Moment, MomentOrNull } from './column-types.ts';

export interface TranscodeUnitsTable {
  id: string;
  video_id: string;
  attempt: number;
  kind: catalog.UnitKind;
  index: number;
  state: 'due' | 'running' | 'done';
  chunk: Json<catalog.Chunk>;
  token: string | null;
  worker_id: string | null;
  due_at: Moment;
  claimed_at: MomentOrNull;
  heartbeat_at: MomentOrNull;
  done_at: MomentOrNull;
  started_count: Generated<number>;
  /** Number of workers that died while running only this unit. */
  death_count: Generated<number>;
  /** Number of workers that were lost while running it, alone or together with others. */
  lost_count: Generated<number>;
  /** The claim whose death was counted last; a worker that returns can revoke it. */
  death_token: Generated<string | null>;
  /** Whether a worker was lost while running it; it then runs alone. */
  is_suspect: Generated<boolean>;
  /** Whether its worker runs nothing else. */
  is_alone: Generated<boolean>;
  failure_count: Generated<number>;
  done_seconds: Generated<number>;
  speed: number | null;
  error: string | null;
  error_reason: Json<FailureReason>;
}

/** Workers that have requested work or reported themselves. */
export interface WorkersTable {
  id: string;
  sandboxed: boolean;
  /** When it was seen first. */
  started_at: Moment;
  seen_at: Moment;
  /** Its latest report; null for a worker that only requests work. */
  report: Json<catalog.WorkerReport>;
  /** When it said that it was stopping, and that it had stopped. */
  stopping_at: MomentOrNull;
  stopped_at: MomentOrNull;
}

/** The largest queue of each minute, for about an hour. */
export interface QueueSamplesTable {
  minute: Moment;
  waiting: number;
  oldest_seconds: number;
}

export interface SegmentsTable {
  video_id: string;
  attempt: number;
  rendition: catalog.Rendition;
  index: number;
  unit_id: string;
  token: string;
  key: string;
  init_key: string;
  size_bytes: BigInteger;
  start_seconds: number;
  duration_seconds: number;
}

export interface OutboxTable {
  id: Generated<string>;
  unit_id: string;
  created_at: Moment;
}

export interface TombstonesTable {
  video_id: string;
  deleted_at: Moment;
  sweep_count: Generated<number>;
  next_sweep_at: Moment;
}

/** Attempts replaced by a retry; their objects are swept like those of deleted videos. */
export interface AbandonedAttemptsTable extends TombstonesTable {
  attempt: number;
}
