import type { catalog, FailureCode, FailureReason, Language, Readable } from '@larksong/contracts';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';

import type { ApprovalColumns, TeacherChangesTable } from './approval-tables.ts';
import type { CommentTables } from './comment-tables.ts';
import type { BigInteger, Json, Moment, MomentOrNull } from './column-types.ts';
import type {
  SongListCodesTable,
  SongListLinksTable,
  SongListMakersTable,
  SongListOpeningsTable,
} from './list-link-tables.ts';
import type { NestTables } from './nest-tables.ts';
import type { ParticipationTables } from './participation-tables.ts';
import type { SiteSettingsTable } from './site-settings-table.ts';
import type { SongListPositionsTable, SongListsTable, SongListSongsTable } from './song-list-tables.ts';
import type {
  AbandonedAttemptsTable,
  OutboxTable,
  QueueSamplesTable,
  SegmentsTable,
  TombstonesTable,
  TranscodeUnitsTable,
  WorkersTable,
} from './transcoding-tables.ts';

interface UploadersTable {
  id: string;
  /** Empty once the account is deleted. */
  username: string;
  display_name: string | null;
  refreshed_at: Moment;
  /** The latest turns of the uploader's videos in the queue. */
  heavy_claimed_at: MomentOrNull;
  light_claimed_at: MomentOrNull;
}

export interface UploadsTable {
  id: string;
  key: string;
  storage_upload_id: string | null;
  uploader_id: string;
  /** Whether it is sent as the body of one form or as separate parts. */
  kind: Generated<'form' | 'parts'>;
  /** The announced size; null for a form without a length. */
  size_bytes: ColumnType<string | null, number | undefined, never>;
  started_at: Moment;
  touched_at: Moment;
  /** One bit for each stored part of an upload with an announced size, to calculate its reserved space. */
  stored_parts: Buffer | null;
  /** The key with which its sender finds it again; unique per uploader. */
  resume_key: ColumnType<string | null, string | null | undefined, never>;
  /** When the removal of its parts began; from then on it cannot become a video. */
  discarded_at: Date | null;
}

/** The SHA-256 of the stored parts of uploads. */
interface UploadPartsTable {
  upload_id: string;
  number: number;
  hash: Buffer;
}

interface VideosTable extends ApprovalColumns {
  id: string;
  title: string;
  description: string;
  visibility: catalog.Visibility;
  private_user_id: string | null;
  uploader_id: string;
  idempotency_key: string | null;
  /** The id of the upload's request. */
  request_id: string | null;
  /** The span of that request (W3C Trace Context), if it is traced. */
  trace_parent: ColumnType<string | null, string | null | undefined, never>;
  status: 'processing' | 'completed' | 'failed';
  attempt: Generated<number>;
  requested_resolutions: catalog.Resolution[];
  /** Letters of the game, as `toVideoLetters` returns them. */
  letters: Generated<string[]>;
  language: Language | null;
  /** Whether a person has chosen the language, or chosen none. A guess never replaces that. */
  language_chosen: Generated<boolean>;
  source_key: string;
  source_size_bytes: BigInteger;
  /** The hash of the source, as `joinPartHashes` returns it; null until it is known, empty if it never will be. */
  source_hash: string | null;
  /** Since then the uploaded file is no longer kept. */
  source_removed_at: MomentOrNull;
  plan: Json<catalog.Plan>;
  /** The number of leading segments that every rung has; playlists list these. */
  listed_segments: Generated<number>;
  playable_at: MomentOrNull;
  duration_seconds: number | null;
  extras: Json<catalog.Extras>;
  /** The id of the uploaded thumbnail. */
  own_thumbnail_id: string | null;
  /** Languages of captions that were removed by hand; those of the file never come back in them. */
  removed_caption_languages: Generated<string[]>;
  view_count: Generated<number>;
  like_count: Generated<number>;
  /** Whether nobody can write comments on it any more. */
  comments_closed: Generated<boolean>;
  processing_error: string | null;
  processing_log: string | null;
  /** The cause of a failure; null for those from before it was recorded. */
  failure_code: FailureCode | null;
  /** The reason for clients in another language; null for failures from before reasons were stored. */
  failure_reason: Json<FailureReason>;
  /** The part of a failed video's file that can be published. */
  readable: Json<Readable>;
  /** The part of it that a superadmin has decided to publish, in this attempt and later ones. */
  accepted: Json<Readable>;
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
  /** The audience of the video's listing; maintained by triggers. */
  audience: ColumnType<catalog.Visibility | null, never, never>;
}

/**
 * The columns that lists filter and sort by: one row for each video, maintained by triggers except for its document.
 */
interface ListingsTable {
  video_id: string;
  /** When it was approved or, if it never had to be, uploaded. */
  created_at: Moment;
  uploader_id: string;
  private_user_id: string | null;
  /** The audience of the lists that show it: the visibility of a watchable video, null for any other. */
  audience: catalog.Visibility | null;
  /** Whether it needs an approval, so that of all accounts only superadmins and its teacher find it. */
  is_pending: Generated<boolean>;
  /** The words of its search document; null until they are written. */
  document: string | null;
}

/** The languages with a dictionary in which documents have been written; a search reads its words in all of them. */
interface SearchLanguagesTable {
  language: Language;
}

/** Videos whose document was written for another language than theirs; maintained by triggers. */
interface StaleDocumentsTable {
  video_id: string;
}

/** All words of all documents, to correct misspelt ones. */
interface SearchWordsTable {
  word: string;
}

export type OpinionKind = 'like' | 'dislike';

interface VideoOpinionsTable {
  user_id: string;
  video_id: string;
  kind: OpinionKind;
  created_at: Moment;
}

interface WatchedVideosTable {
  user_id: string;
  video_id: string;
  opened_at: Moment;
  position_seconds: Generated<number>;
  furthest_seconds: Generated<number>;
}

/** A viewer's last counted view; the viewer cannot be identified from it. */
interface CountedViewsTable {
  video_id: string;
  viewer_key: Buffer;
  /** The network of a visitor. */
  network_key: Buffer | null;
  counted_at: Moment;
}

/** Deleted accounts whose data is removed, several times, since their last calls may still be on the way. */
interface ForgottenMembersTable {
  user_id: string;
  deletes_videos: boolean;
  forgotten_at: Moment;
  sweep_count: Generated<number>;
  next_sweep_at: Moment;
}

interface VideoCaptionsTable {
  id: string;
  video_id: string;
  /** A BCP 47 tag in canonical form. */
  language: string;
  label: string;
  /** The key of captions that come from the file; null for uploaded ones, whose key follows from the id. */
  key: ColumnType<string | null, string | undefined, never>;
  created_at: Moment;
}

interface NoticesTable {
  id: string;
  video_id: string;
  /** The uploader of the video. */
  user_id: string;
  kind: catalog.Notice['kind'];
  /** The reason of a failure in English, or the sentence with which it was sent back. */
  message: string | null;
  /** The same for clients in another language. */
  reason: Json<FailureReason>;
  created_at: Moment;
  read_at: MomentOrNull;
  /** When auth accepted the mail. */
  mailed_at: MomentOrNull;
  tries: Generated<number>;
  due_at: Moment;
}

/** How the chip of a grade or category looks. A tag that no video has any more keeps its row. */
interface ChipsTable {
  tag_type: 'grade' | 'category';
  tag_value: string;
  /** Of categories only. */
  is_shown: boolean;
  hue: string | null;
  scene: string | null;
  /** A new one for every uploaded picture. */
  picture_id: string | null;
  picture: Buffer | null;
}

/** Exact totals over whole tables, by name, as of the latest fold; `total_changes` has the later changes. */
interface TotalsTable {
  name: string;
  amount: BigInteger;
}

interface TotalChangesTable extends TotalsTable {
  id: Generated<string>;
}

export interface Tables extends NestTables, CommentTables, ParticipationTables {
  uploaders: UploadersTable;
  uploads: UploadsTable;
  upload_parts: UploadPartsTable;
  videos: VideosTable;
  video_tags: VideoTagsTable;
  listings: ListingsTable;
  search_words: SearchWordsTable;
  search_languages: SearchLanguagesTable;
  stale_documents: StaleDocumentsTable;
  video_opinions: VideoOpinionsTable;
  watched_videos: WatchedVideosTable;
  counted_views: CountedViewsTable;
  transcode_units: TranscodeUnitsTable;
  workers: WorkersTable;
  queue_samples: QueueSamplesTable;
  segments: SegmentsTable;
  outbox: OutboxTable;
  tombstones: TombstonesTable;
  abandoned_attempts: AbandonedAttemptsTable;
  removed_sources: TombstonesTable;
  forgotten_members: ForgottenMembersTable;
  video_captions: VideoCaptionsTable;
  notices: NoticesTable;
  teacher_changes: TeacherChangesTable;
  chips: ChipsTable;
  site_settings: SiteSettingsTable;
  song_lists: SongListsTable;
  song_list_songs: SongListSongsTable;
  song_list_positions: SongListPositionsTable;
  song_list_links: SongListLinksTable;
  song_list_codes: SongListCodesTable;
  song_list_openings: SongListOpeningsTable;
  song_list_makers: SongListMakersTable;
  totals: TotalsTable;
  total_changes: TotalChangesTable;
}

export type Db = Kysely<Tables>;
/** A transaction; the caller opens it. */
export type Trx = Transaction<Tables>;

export type VideoRow = Selectable<VideosTable>;
/** Subtitles without their video; `toVideo` maps them to the contract. */
export type CaptionRow = Pick<Selectable<VideoCaptionsTable>, 'id' | 'language' | 'label' | 'key'>;
export type UnitRow = Selectable<TranscodeUnitsTable>;
export type SegmentRow = Selectable<SegmentsTable>;
