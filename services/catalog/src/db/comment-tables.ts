import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

import type { Moment, MomentOrNull } from './column-types.ts';

/** The account of a comment; deleted with it. */
interface CommentAuthorsTable {
  id: string;
  /** Names as auth last said them. */
  username: string;
  display_name: string | null;
  /** Null for an author who is not muted. */
  mute: ColumnType<
    Exclude<catalog.Mute, 'none'> | null,
    Exclude<catalog.Mute, 'none'> | null | undefined,
    Exclude<catalog.Mute, 'none'> | null
  >;
  /** When the author was muted. */
  muted_at: MomentOrNull;
  /** When auth said the names. */
  refreshed_at: Generated<Date>;
}

type Decided = 'approved' | 'refused' | 'removed';

interface CommentsTable {
  /** Chosen by its author's client. */
  id: string;
  video_id: string;
  /** The comment to which it replies. */
  parent_id: string | null;
  author_id: string;
  standing: catalog.Reply['author']['standing'];
  text: string;
  /** The changed text of a shown comment, which waits for an approval. */
  waiting_text: ColumnType<string | null, string | null | undefined, string | null>;
  state: catalog.CommentState;
  held_by: catalog.ModeratedComment['heldBy'];
  /** Whether every reader sees it: it is shown, and so is the comment to which it replies. Triggers count these. */
  is_visible: boolean;
  /** Since when it, or its changed text, has waited. */
  waiting_since: MomentOrNull;
  /** When the oldest report came about which nobody has decided. */
  reported_at: MomentOrNull;
  /** The latest decision. */
  decision: ColumnType<Decided | null, never, Decided | null>;
  decided_at: MomentOrNull;
  decided_by_id: ColumnType<string | null, never, string | null>;
  decided_by_name: ColumnType<string | null, never, string | null>;
  /** Why it was removed. */
  fault: ColumnType<catalog.CommentFault | null, never, catalog.CommentFault | null>;
  note: Generated<string>;
  /** The latest change of the author, if it was refused or was removed with the comment, and why. */
  refused_text: ColumnType<string | null, never, string | null>;
  refused_fault: ColumnType<catalog.CommentFault | null, never, catalog.CommentFault | null>;
  refused_note: Generated<string>;
  /** The id of the mail that tells its author so, until it was handed over. */
  removal_mail_id: ColumnType<string | null, never, string | null>;
  /** Up to when nobody had to be told that it waits, or was reported. */
  without_notice_at: MomentOrNull;
  /** Counts the changes that a decision has to know. */
  revision: Generated<number>;
  created_at: Moment;
  edited_at: MomentOrNull;
}

interface CommentReportsTable {
  comment_id: string;
  reporter_id: string;
  fault: catalog.CommentFault;
  reported_at: Moment;
  /** Whether somebody has decided about the comment since. */
  is_handled: Generated<boolean>;
}

/** Every text that was sent, for the limits; also of comments that were deleted at once. */
interface CommentWritesTable {
  author_id: string;
  /** The network of the author; it cannot be identified from it. */
  network_key: Buffer;
  /** Whether the account was new. */
  is_fresh: boolean;
  written_at: Moment;
}

/** The number of visible comments of a video, maintained by triggers; no row for none. */
interface CommentTotalsTable {
  video_id: string;
  shown: number;
}

export interface CommentTables {
  comment_authors: CommentAuthorsTable;
  comments: CommentsTable;
  comment_reports: CommentReportsTable;
  comment_writes: CommentWritesTable;
  comment_totals: CommentTotalsTable;
}
