import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely';

type Moment = ColumnType<Date, Date | undefined, Date>;
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** bigint comes as text from the driver. */
type BigInteger = ColumnType<string, number | string, number | string>;
type Json<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;

interface UploadersTable {
  id: string;
  username: string;
  display_name: string | null;
  refreshed_at: Moment;
}

export interface UploadsTable {
  id: string;
  key: string;
  storage_upload_id: string | null;
  uploader_id: string;
  /** Whether it is the body of one form, or comes in parts that may be sent later. */
  kind: Generated<'form' | 'parts'>;
  /** Announced; null for a form that does not say its length. */
  size_bytes: ColumnType<string | null, number | undefined, never>;
  started_at: Moment;
  touched_at: Moment;
  /** A bit for each stored part of an upload that announced its size, by which its free space is counted. */
  stored_parts: Buffer | null;
  /** Since when its parts are being removed; from then on it cannot become a video. */
  discarded_at: Date | null;
}

interface VideosTable {
  id: string;
  title: string;
  description: string;
  visibility: catalog.Visibility;
  private_user_id: string | null;
  uploader_id: string;
  idempotency_key: string | null;
  /** Of the upload. */
  request_id: string | null;
  status: 'processing' | 'completed' | 'failed';
  attempt: Generated<number>;
  requested_resolutions: catalog.Resolution[];
  source_key: string;
  source_size_bytes: BigInteger;
  plan: Json<catalog.Plan>;
  /** How many segments, counted from the first, every rung has: what the playlists list. */
  listed_segments: Generated<number>;
  playable_at: MomentOrNull;
  duration_seconds: number | null;
  extras: Json<catalog.Extras>;
  /** Names the picture that a superadmin gave. */
  own_thumbnail_id: string | null;
  view_count: Generated<number>;
  like_count: Generated<number>;
  processing_error: string | null;
  processing_log: string | null;
  heavy_claimed_at: MomentOrNull;
  light_claimed_at: MomentOrNull;
  created_at: Moment;
  updated_at: Moment;
  started_at: Moment;
  completed_at: MomentOrNull;
  failed_at: MomentOrNull;
}

interface VideoTagsTable {
  video_id: string;
  tag_type: catalog.TagType;
  tag_value: string;
  /** That of the video's listing; kept by triggers. */
  audience: ColumnType<catalog.Visibility | null, never, never>;
}

/** What lists filter and sort by: a row for each video, kept by triggers but for its document. */
interface ListingsTable {
  video_id: string;
  created_at: Moment;
  uploader_id: string;
  private_user_id: string | null;
  /** Whose lists show it: the visibility of a video that can be watched, null for any other. */
  audience: catalog.Visibility | null;
  /** The words by which it is found; null until they are written. */
  document: string | null;
}

/** Every word of any document, to correct a misspelt one. */
interface SearchWordsTable {
  word: string;
}

interface VideoOpinionsTable {
  user_id: string;
  video_id: string;
  kind: 'like' | 'dislike';
  created_at: Moment;
}

interface WatchedVideosTable {
  user_id: string;
  video_id: string;
  opened_at: Moment;
  position_seconds: Generated<number>;
  furthest_seconds: Generated<number>;
}

/** The last view of somebody that was counted; who it was cannot be read from it. */
interface CountedViewsTable {
  video_id: string;
  viewer_key: Buffer;
  counted_at: Moment;
}

interface TranscodeUnitsTable {
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
  /** Workers that died while this unit had them for itself. */
  death_count: Generated<number>;
  /** The claim whose death was counted last; its worker may come back and take that back. */
  death_token: Generated<string | null>;
  /** A worker was lost with it, so it runs alone from now on. */
  is_suspect: Generated<boolean>;
  /** Nothing else runs in its worker's process. */
  is_alone: Generated<boolean>;
  failure_count: Generated<number>;
  done_seconds: Generated<number>;
  speed: number | null;
  error: string | null;
}

/** Workers that have asked for work. */
interface WorkersTable {
  id: string;
  sandboxed: boolean;
  seen_at: Moment;
}

interface SegmentsTable {
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

interface OutboxTable {
  id: Generated<string>;
  unit_id: string;
  created_at: Moment;
}

interface TombstonesTable {
  video_id: string;
  deleted_at: Moment;
  sweep_count: Generated<number>;
  next_sweep_at: Moment;
}

/** Attempts that were given up by a new try; their objects are swept like those of deleted videos. */
interface AbandonedAttemptsTable extends TombstonesTable {
  attempt: number;
}

interface VideoCaptionsTable {
  id: string;
  video_id: string;
  /** BCP 47, in its canonical form. */
  language: string;
  label: string;
  created_at: Moment;
}

interface NoticesTable {
  id: string;
  video_id: string;
  /** Who uploaded the video. */
  user_id: string;
  kind: 'ready' | 'failed';
  /** Why it failed. */
  message: string | null;
  created_at: Moment;
  read_at: MomentOrNull;
  /** When auth took over the mail. */
  mailed_at: MomentOrNull;
  tries: Generated<number>;
  due_at: Moment;
}

export interface Tables {
  uploaders: UploadersTable;
  uploads: UploadsTable;
  videos: VideosTable;
  video_tags: VideoTagsTable;
  listings: ListingsTable;
  search_words: SearchWordsTable;
  video_opinions: VideoOpinionsTable;
  watched_videos: WatchedVideosTable;
  counted_views: CountedViewsTable;
  transcode_units: TranscodeUnitsTable;
  workers: WorkersTable;
  segments: SegmentsTable;
  outbox: OutboxTable;
  tombstones: TombstonesTable;
  abandoned_attempts: AbandonedAttemptsTable;
  video_captions: VideoCaptionsTable;
  notices: NoticesTable;
}

export type Db = Kysely<Tables>;
/** A transaction; the caller opens it. */
export type Trx = Transaction<Tables>;

export type VideoRow = Selectable<VideosTable>;
export type UnitRow = Selectable<TranscodeUnitsTable>;
export type SegmentRow = Selectable<SegmentsTable>;
